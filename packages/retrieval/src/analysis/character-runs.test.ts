import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CharacterRuns } from './character-runs.ts';

describe('CharacterRuns', () => {
  it.each(['[\\p{L}\\p{M}\\p{N}]', "[\\p{L}\\p{M}'’]"])('finds what %s+ matches', (pattern) => {
    const runs = new CharacterRuns(new RegExp(pattern, 'u'));
    const text = fc.string({ unit: fc.constantFrom(..."aé́9 .'’京𝒜😀\ud835\udc9c", 'ж') });
    fc.assert(
      fc.property(fc.oneof(text, fc.string({ unit: 'binary' })), (each) => {
        expect(runs.find(each)).toEqual(each.match(new RegExp(`${pattern}+`, 'gu')) ?? []);
      }),
    );
  });
});
