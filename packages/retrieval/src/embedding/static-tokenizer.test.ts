import { describe, expect, it } from '@jest/globals';
import { forEachWord } from './static-tokenizer.ts';
import { StaticVocabulary } from './static-vocabulary.ts';

/** Packs words as the distillation does, without shared prefixes; one row each. */
function vocabularyOf(costs: Record<string, number>): StaticVocabulary {
  const words = Object.keys(costs);
  const units = words.join('');
  const bytes = Buffer.alloc(8 + words.length * 7 + units.length * 2);
  bytes.writeUInt32LE(words.length, 0);
  bytes.writeUInt32LE(units.length, 4);
  const unitsAt = 8 + 4 * words.length;
  bytes.write(units, unitsAt, 'utf16le');
  const addedAt = unitsAt + 2 * units.length + words.length;
  for (const [at, word] of words.entries()) {
    bytes.writeUInt8(word.length, addedAt + at);
    bytes.writeUInt8(costs[word] as number, addedAt + words.length + at);
  }
  return StaticVocabulary.read(bytes);
}

function split(text: string, costs: Record<string, number>): string[] {
  const words = Object.keys(costs);
  const found: string[] = [];
  forEachWord(text, vocabularyOf(costs), (word) => found.push(words[word] as string));
  return found;
}

describe('forEachWord', () => {
  it('finds whole words whatever their case, and leaves out what is not known', () => {
    expect(split('A Cat, a dog; zzz!', { cat: 50, dog: 60 })).toEqual(['cat', 'dog']);
  });

  it('prefers a whole word to cheaper parts', () => {
    expect(split('notebook', { note: 1, book: 1, notebook: 200 })).toEqual(['notebook']);
  });

  it('lays parts over an unknown word at the lowest cost', () => {
    expect(split('steamships', { steam: 80, ships: 80, team: 10 })).toEqual(['steam', 'ships']);
  });

  it('takes no part shorter than three letters from a spaced script', () => {
    expect(split('inxyz', { in: 1 })).toEqual([]);
  });

  it('cuts unspaced scripts down to single characters', () => {
    expect(split('北京天气好', { 北京: 70, 天气: 70, 天: 90, 气: 90, 好: 60 })).toEqual([
      '北京',
      '天气',
      '好',
    ]);
  });

  it('reads digits one by one and letters apart from them', () => {
    expect(split('km2', { km: 50, 2: 40 })).toEqual(['km', '2']);
  });
});

describe('StaticVocabulary', () => {
  it('refuses bytes of the wrong size', () => {
    expect(() => StaticVocabulary.read(new Uint8Array(9).fill(1))).toThrow(RangeError);
  });
});
