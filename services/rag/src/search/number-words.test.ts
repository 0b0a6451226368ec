import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { numberWords } from './number-words.ts';
import { toPlainWords } from './plain-words.ts';

/** Each different word by itself, between spaces, as `toPlainWords` gives it. */
function numberOneByOne(text: string): Set<number> {
  const words = toPlainWords(text)
    .split(' ')
    .filter((word) => word !== '');
  return new Set(
    words.map((word) =>
      Array.from({ length: word.length }, (_, at) => word.charCodeAt(at)).reduce(
        (number, unit) => (Math.imul(number, 31) + unit) & 0x3fff_ffff,
        0,
      ),
    ),
  );
}

describe('numberWords', () => {
  it.each([
    'Größe ÄRGER naïve',
    'ΟΔΟΣ ΣΟΦΟΣ σοφός',
    'x² ½ ™ ﬁnd № 5…',
    'e\u0301te\u0301 ca\u0303o',
    '가\u1112\u1161\u11ab 한국어',
    'ﾊﾟｿｺﾝ Ｗｉｄｅ 京都',
    'İstanbul IĞDIR',
    '𝐁𝐨𝐥𝐝 𝚺 😀 \ud835',
    'कि था',
  ])('numbers the words of %j', (text) => {
    expect(numberWords(text)).toEqual(numberOneByOne(text));
  });

  it('numbers the words of any text', () => {
    const text = fc.string({
      unit: fc.constantFrom(...'aZé\u0301Σσ ½²İ가\u1161ﾊﾟ…京1_-😀𝒜'),
      maxLength: 12,
    });
    fc.assert(
      fc.property(fc.oneof(text, fc.string({ unit: 'binary' })), (each) => {
        expect(numberWords(each)).toEqual(numberOneByOne(each));
      }),
      { numRuns: 500 },
    );
  });

  it('numbers every character of the basic plane between two letters', () => {
    for (let unit = 0; unit < 0x1_0000; unit += 1) {
      const text = `a${String.fromCharCode(unit)}B`;
      const numbers = [...numberWords(text)].join();
      if (numbers !== [...numberOneByOne(text)].join())
        throw new Error(`unit ${unit.toString(16)}`);
    }
  });
});
