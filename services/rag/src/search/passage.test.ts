import { describe, expect, it } from '@jest/globals';
import { createAnalyzer } from '@lectern/retrieval';
import fc from 'fast-check';
import { Passage } from './passage.ts';
import { signWords } from './word-signature.ts';

const analyzer = createAnalyzer();
const passage = (text: string) => new Passage(text, signWords(text), analyzer);
const isSame = (a: string, b: string) => passage(a).hasSameTextAs(passage(b));
const long =
  'the pump on the second floor must be checked by two people each month before noon today';

describe('Passage', () => {
  it('says the same whatever its case, signs and white space', () => {
    expect(isSame('Pumps: a\nlist.', 'pumps A list')).toBe(true);
    expect(isSame('Насос, 1', 'насос 1')).toBe(true);
  });

  it('says the same with a word changed, where it is long', () => {
    expect(isSame(long, long.replace('noon', 'night'))).toBe(false);
    expect(
      isSame(`${long} and signed by the owner of it`, `${long} and signed by an owner of it`),
    ).toBe(true);
    expect(isSame('a short heading of words', 'a short heading of letters')).toBe(false);
  });

  it('says something else with another number', () => {
    const text = `${long} and signed by the owner of room 12 with all its doors`;
    expect(isSame(text, text)).toBe(true);
    expect(isSame(text, text.replace('12', '13'))).toBe(false);
  });

  it.each([
    ['with another letter', 'grade A', 'grade B'],
    ['with another sign', 'at -80 °C', 'at 80 °C'],
    ['with another comparison', 'at < 40 °C', 'at ≥ 40 °C'],
    ['with another sign of a code', 'HER2+ people', 'HER2- people'],
  ])('says something else %s', (_case, one, other) => {
    const text = `${long} and signed by the owner of the room with all its doors ${one}`;
    expect(isSame(text, text)).toBe(true);
    expect(isSame(text, text.replace(one, other))).toBe(false);
  });

  it('says what its words say, counted one by one', () => {
    const word = fc.constantFrom(...Array.from('abcdefghijklmnopqrstuvwxyz', (each) => `${each}s`));
    const base = fc.uniqueArray(word, { minLength: 14, maxLength: 24 });
    fc.assert(
      fc.property(base, fc.uniqueArray(word, { maxLength: 3 }), (words, changed) => {
        const others = [...words.filter((each) => !changed.includes(each)), 'more'];
        const [a, b] = [new Set(words), new Set(others)];
        const both = others.filter((each) => a.has(each)).length;
        const same = Math.min(a.size, b.size) >= 12 && both * 10 >= (a.size + b.size - both) * 9;
        expect(isSame(words.join(' '), others.join(', '))).toBe(same);
      }),
    );
  });
});
