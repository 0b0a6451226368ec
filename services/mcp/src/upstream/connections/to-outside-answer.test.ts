import { describe, expect, it } from '@jest/globals';
import { maxWholeBytes, toOutsideAnswer } from './to-outside-answer.ts';

const content = (text: string) => [{ type: 'text' as const, text }];

describe('the text of an answer', () => {
  it('holds structured content that its own text does not tell', () => {
    const rows = [{ parcel: 4711, place: 'Hamburg' }];
    const answer = toOutsideAnswer({ content: content('One row.'), structuredContent: { rows } });
    expect(answer.text).toBe('One row.\n{"rows":[{"parcel":4711,"place":"Hamburg"}]}');
    expect(toOutsideAnswer({ content: [], structuredContent: { rows } }).text).toBe(
      '{"rows":[{"parcel":4711,"place":"Hamburg"}]}',
    );
  });

  it.each([
    ['a whole answer', ''],
    ['the text of a large answer', 'x'.repeat(maxWholeBytes)],
  ])('holds no characters that a person does not see or a database refuses: %s', (_, filler) => {
    const hidden = 'pay\u202e \u{e0041}\u{e0042}no\u200bw\u0000\u001b\u009f';
    const { bytes, ...answer } = toOutsideAnswer({
      content: [{ type: 'text', text: hidden, _meta: { [hidden]: 'half \ud83d' } }],
      structuredContent: { [`name${hidden}`]: [`${hidden}\udc00\t`, filler] },
    });
    expect({ ...answer, text: answer.text.slice(0, 60) }).toEqual({
      isError: false,
      content: filler
        ? []
        : [{ type: 'text', text: 'pay now', _meta: { 'pay now': 'half \ufffd' } }],
      structuredContent: filler ? undefined : { 'namepay now': ['pay now\ufffd\t', ''] },
      text: expect.stringMatching(/^pay now\n\{"namepay now":\["pay now/),
    });
    expect(answer.text.slice(0, 1_000)).not.toMatch(/(?!\n)\p{C}|\\u/u);
  });

  it('does not say twice what stands in both', () => {
    const structuredContent = { rows: ['a', 'b'] };
    const text = JSON.stringify(structuredContent, null, 2);
    expect(toOutsideAnswer({ content: content(text), structuredContent }).text).toBe(text);
  });

  it.each([
    ['fields in another order', ['{"b":2,"a":1}'], { a: 1, b: 2 }],
    ['one part among others', ['Two numbers.', '{"a":1,"b":2}'], { a: 1, b: 2 }],
    ['a wrapped text', ['High water at noon.'], { result: 'High water at noon.' }],
    ['a wrapped list', ['[1,2]'], { result: [1, 2] }],
    ['a wrapped list, an item a part', ['{"a":1}', 'two'], { result: [{ a: 1 }, 'two'] }],
  ])('knows a copy by what it says: %s', (_, texts, structuredContent) => {
    const parts = texts.flatMap(content);
    expect(toOutsideAnswer({ content: parts, structuredContent }).text).toBe(texts.join('\n'));
  });

  it.each([
    ['longer than the content', 'Parcels of today, as they were counted this morning.', { id: 47 }],
    ['JSON of something else', '{"id":48}', { id: 47 }],
    ['JSON of a part', '{"id":47}', { id: 47, place: 'Hamburg' }],
    ['one item of two', '"a"', { result: ['a', 'b'] }],
    ['a field of its own', 'Hamburg', { place: 'Hamburg' }],
  ])('loses no content beside a text that is %s', (_, text, structuredContent) => {
    expect(toOutsideAnswer({ content: content(text), structuredContent }).text).toBe(
      `${text}\n${JSON.stringify(structuredContent)}`,
    );
  });

  it('says where it ends before the answer does, and breaks no character', () => {
    const { text } = toOutsideAnswer({ content: content(`x${'🌊'.repeat(2_000_000)}`) });
    expect(text.slice(0, 3)).toBe('x🌊');
    expect(text.endsWith('🌊\n[The answer is longer; the rest was not kept.]')).toBe(true);
  });
});
