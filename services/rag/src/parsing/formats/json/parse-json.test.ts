import { describe, expect, it } from '@jest/globals';
import { parseContent as parse } from '../../__fixtures__/parse-content.ts';

describe('a JSON file', () => {
  it('reads JSON and JSON lines as records', async () => {
    const json = await parse(
      '[{"title":"A","tags":["x","y"]},{"title":"B","n":{"m":1}}]',
      'a.json',
    );
    expect(json.text).toBe('title: A\ntags: x\ntags: y\n\ntitle: B\nn.m: 1');
    const lines = await parse('{"a":1}\n{"a":2}\n', 'a.jsonl');
    expect(lines.text).toBe('a: 1\n\na: 2');
  });

  it('reads JSON records that are alike as a table, also inside another record', async () => {
    const list = await parse(
      '[{"name":"Ada","home":{"city":"London"},"tags":["a","b"]},{"name":"Bo","home":{"city":"Oslo"},"tags":[]}]',
      'people.json',
    );
    expect(list.text).toBe(
      'name | home.city | tags\n\nname: Ada | home.city: London | tags: a, b\nname: Bo | home.city: Oslo',
    );
    const shop = await parse(
      '{"shop":"Fig","stock":{"items":[{"sku":"H-1","price":2},{"sku":"H-2","price":3}],"open":true}}',
      'shop.json',
    );
    expect(shop.text).toBe(
      'shop: Fig\nstock.open: true\n\nstock.items\n\nsku | price\n\nsku: H-1 | price: 2\nsku: H-2 | price: 3',
    );
  });

  it('reads JSON records with long texts, records of their own or two values of one path line by line', async () => {
    const long = 'word '.repeat(60).trim();
    const texts = await parse(JSON.stringify([1, 2].map((id) => ({ id, text: long }))), 'a.json');
    expect(texts.text).toBe(`id: 1\ntext: ${long}\n\nid: 2\ntext: ${long}`);
    const nested = await parse('[{"a":1,"b":[{"c":2}]},{"a":2,"b":[{"c":3}]}]', 'a.json');
    expect(nested.text).toBe('a: 1\nb.c: 2\n\na: 2\nb.c: 3');
    const alike = await parse(
      '[{"a.b":1,"a":{"b":2},"k":5},{"a.b":3,"a":{"b":4},"k":6}]',
      'a.json',
    );
    expect(alike.text).toBe('a.b: 1\na.b: 2\nk: 5\n\na.b: 3\na.b: 4\nk: 6');
  });

  it('reads JSON of any depth', async () => {
    const depth = 3_000;
    const deep = await parse(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`, 'deep.json');
    expect(deep.text).toMatch(/^a(?:\.a)+: 1$/);
  });

  it('keeps the digits of every number', async () => {
    const json = await parse(
      '[{"id":12345678901234567891,"sum":1.50},{"id":12345678901234567892,"sum":1e400}]',
      'a.json',
    );
    expect(json.text).toBe(
      'id | sum\n\nid: 12345678901234567891 | sum: 1.50\nid: 12345678901234567892 | sum: 1e400',
    );
  });
});
