import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { toPlainWords } from './plain-words.ts';
import { countDifferentWords, signWords, type WordSignature } from './word-signature.ts';

/** Each word by itself, between spaces, as `toPlainWords` gives it. */
function sketchOneByOne(text: string): WordSignature {
  const words = toPlainWords(text)
    .split(' ')
    .filter((word) => word !== '');
  const bits = new Int32Array(64);
  for (const word of words) {
    let number = 0;
    for (let at = 0; at < word.length; at += 1) {
      number = (Math.imul(number, 31) + word.charCodeAt(at)) & 2047;
    }
    bits[number >> 5] = Number(bits[number >> 5]) | (1 << (number & 31));
  }
  return { bits, count: words.length };
}

describe('signWords', () => {
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
  ])('sketches %j', (text) => {
    expect(signWords(text)).toEqual(sketchOneByOne(text));
  });

  it('sketches any text', () => {
    const text = fc.string({
      unit: fc.constantFrom(...'aZé\u0301Σσ ½²İ가\u1161ﾊﾟ…京1_-😀𝒜'),
      maxLength: 12,
    });
    fc.assert(
      fc.property(fc.oneof(text, fc.string({ unit: 'binary' })), (each) => {
        expect(signWords(each)).toEqual(sketchOneByOne(each));
      }),
      { numRuns: 500 },
    );
  });

  it('sketches every character of the basic plane between two letters', () => {
    for (let unit = 0; unit < 0x1_0000; unit += 1) {
      const text = `a${String.fromCharCode(unit)}B`;
      const [found, wanted] = [signWords(text), sketchOneByOne(text)];
      if (found.count !== wanted.count || found.bits.join() !== wanted.bits.join()) {
        throw new Error(`unit ${unit.toString(16)}`);
      }
    }
  });
});

describe('countDifferentWords', () => {
  it('counts the words in one text alone, up to one more than enough', () => {
    const letters = [...'abcdefgh01234567абвгдежз'];
    const words = fc.array(fc.constantFrom(...letters), { maxLength: 40 });
    fc.assert(
      fc.property(words, words, (a, b) => {
        const different = letters.filter((each) => a.includes(each) !== b.includes(each)).length;
        const [ofA, ofB] = [signWords(a.join(' ')), signWords(b.join(' '))];
        expect(countDifferentWords(ofA, ofB, 100)).toBe(different);
        expect(countDifferentWords(ofA, ofB, 3)).toBe(Math.min(different, 4));
      }),
    );
  });
});
