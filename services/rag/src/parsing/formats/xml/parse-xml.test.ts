import { describe, expect, it } from '@jest/globals';
import { parseContent as parse } from '../../__fixtures__/parse-content.ts';

describe('an XML file', () => {
  it('reads records with their attributes, alike ones as a table', async () => {
    const parts = await parse(
      `<?xml version="1.0"?>
<parts xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="p.xsd">
  <part id="A-1"><name>Nut &amp; bolt</name><price currency="EUR">1.50</price></part>
  <part id="A-2"><name>Gasket</name><price currency="CHF">12</price></part>
</parts>`,
      'parts.xml',
    );
    expect(parts.text).toBe(
      'id | name | price | price.currency\n\nid: A-1 | name: Nut & bolt | price: 1.50 | price.currency: EUR\nid: A-2 | name: Gasket | price: 12 | price.currency: CHF',
    );
    expect(parts.mimeType).toBe('application/xml');
  });

  it('reads records that differ one by one', async () => {
    const orders = await parse(
      '<orders><order no="7"><item>Rope</item><item>Hook</item></order><order no="8"><note>by post</note></order></orders>',
      'orders.xml',
    );
    expect(orders.text).toBe('no: 7\nitem: Rope\nitem: Hook\n\nno: 8\nnote: by post');
  });

  it('reads text with its inline elements in their places', async () => {
    const topic = await parse(
      `<?xml version="1.0"?><!DOCTYPE topic><topic id="t"><title>Crane</title>
      <body><p>Lift at most <b>500</b> kg<sup>2</sup>,
      never more.</p><ul><li>Check <i>rope</i></li><li>Hook</li></ul><p>Done:<ol><step>one</step><step>two</step></ol></p></body></topic>`,
      'crane.dita',
    );
    expect(topic.text).toBe(
      'Crane\n\nLift at most 500 kg^2, never more.\n\nCheck rope\n\nHook\n\nDone:\n\none\n\ntwo',
    );
    expect(topic.title).toBe('Crane');
  });

  it('reads the text of a drawing', async () => {
    const drawing = await parse(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9"><title>Plan of hall 4</title><style>.a{fill:red}</style><path d="M0 0L9 9"/><text x="1">Exit <tspan>north</tspan><tspan dy="9">8 m</tspan></text></svg>',
      'plan.svg',
    );
    expect(drawing.text).toBe('Plan of hall 4\n\nExit north 8 m');
    expect(drawing.mimeType).toBe('image/svg+xml');
  });

  it('follows the declared encoding', async () => {
    const content = Buffer.concat([
      Buffer.from('<?xml version="1.0" encoding="windows-1251"?><a>'),
      Buffer.from([0xcc, 0xee, 0xf1, 0xf2]),
      Buffer.from('</a>'),
    ]);
    expect((await parse(content, 'a.xml')).text).toBe('Мост');
  });

  it('reads many elements of one name, and deep ones', async () => {
    const many = await parse(`<a>${'<b>1</b>'.repeat(50_000)}</a>`, 'many.xml');
    expect(many.text.match(/1/g)).toHaveLength(50_000);
    const depth = 5_000;
    const deep = await parse(`${'<a>'.repeat(depth)}1${'</a>'.repeat(depth)}`, 'deep.xml');
    expect(deep.text).toMatch(/^a(?:\.a)+: 1$/);
  });

  it('refuses a million levels at once', async () => {
    await expect(parse('<a>'.repeat(1_000_000), 'deep.xml')).rejects.toMatchObject({
      code: 'too_large',
      message: 'The file nests elements more than 50000 levels deep.',
    });
  });
});
