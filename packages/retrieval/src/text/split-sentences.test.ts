import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { splitSentences } from './split-sentences.ts';

const textsOf = (text: string) => splitSentences(text).map((sentence) => sentence.text);

describe('splitSentences', () => {
  it('does not stop at abbreviations and initials', () => {
    expect(textsOf('Dr. J. Smith saw Fig. 2, e.g. the peak. It fell.')).toEqual([
      'Dr. J. Smith saw Fig. 2, e.g. the peak.',
      'It fell.',
    ]);
    expect(textsOf('В 1861 г. реформа началась. Её ждали.')).toEqual([
      'В 1861 г. реформа началась.',
      'Её ждали.',
    ]);
  });

  it('splits scripts without spaces', () => {
    expect(textsOf('长江是中国最长的河流。它流入东海。')).toEqual([
      '长江是中国最长的河流。',
      '它流入东海。',
    ]);
  });

  it('joins wrapped lines and keeps list items, headings and blank lines apart', () => {
    const text =
      '# Heights\nThe tower is one of the tallest buildings that\nstand in Paris today.\n\n- first item\n- second item\n';
    expect(textsOf(text)).toEqual([
      '# Heights',
      'The tower is one of the tallest buildings that\nstand in Paris today.',
      '- first item',
      '- second item',
    ]);
  });

  it.each([
    [
      'The duck is a bird.[75] It swims.[12][13] Ducks eat.',
      'The duck is a bird.[75]|It swims.[12][13]|Ducks eat.',
    ],
    ['2.1. A seller delivers.\n2.2. A buyer pays.', '2.1. A seller delivers.|2.2. A buyer pays.'],
    ['“It works.”[3] He left.', '“It works.”[3]|He left.'],
    ['This is the end.12 Then came the flood.', 'This is the end.12|Then came the flood.'],
    [
      'Founded in 1998,[1] the firm grew to 3.14 m people.',
      'Founded in 1998,[1] the firm grew to 3.14 m people.',
    ],
    [
      'J. R. R. Tolkien wrote it. See pp. 12-14 and Fig. 3. The end.',
      'J. R. R. Tolkien wrote it.|See pp. 12-14 and Fig. 3.|The end.',
    ],
    [
      'The U.S. Army came. It left the U.S. The war was over.',
      'The U.S. Army came.|It left the U.S.|The war was over.',
    ],
    [
      'Visit https://example.com/a.b?c=1. Then use v2.0.1 of it.',
      'Visit https://example.com/a.b?c=1.|Then use v2.0.1 of it.',
    ],
    ['1. Open the lid. 2. Take the pen.', '1. Open the lid.|2. Take the pen.'],
    [
      'Он жил в 1812 г. в Москве, на ул. Арбат, и т. д. Потом А. С. Пушкин уехал.',
      'Он жил в 1812 г. в Москве, на ул. Арбат, и т. д.|Потом А. С. Пушкин уехал.',
    ],
    ['他说：“今天很好。”然后走了。价格是3.5元。', '他说：“今天很好。”|然后走了。|价格是3.5元。'],
    ['Country\tCapital\nPeru\tLima', 'Country\tCapital|Peru\tLima'],
    ['Body Labor\t2\t150\t300\nGRAND TOTAL\t5,738', 'Body Labor\t2\t150\t300|GRAND TOTAL\t5,738'],
    ['Name | Age\nAda | 36', 'Name | Age|Ada | 36'],
  ])('splits %j', (text, sentences) => {
    const parts = textsOf(text);
    expect(parts).toHaveLength(text.includes(' | ') ? 2 : sentences.split('|').length);
    expect(parts.join('|')).toBe(sentences);
  });

  it('gives slices of the text, in order', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        let before = 0;
        for (const { text: slice, start, end } of splitSentences(text)) {
          expect(text.slice(start, end)).toBe(slice);
          expect(start).toBeGreaterThanOrEqual(before);
          before = end;
        }
      }),
    );
  });
});
