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
