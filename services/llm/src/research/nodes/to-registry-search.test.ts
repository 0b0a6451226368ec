import { describe, expect, it } from '@jest/globals';
import { toRegistryWords } from './to-registry-search.ts';

describe('toRegistryWords', () => {
  it.each([
    [['aspirin', 'heparin'], 'aspirin heparin'],
    [['aspirin OR heparin'], 'aspirin OR heparin'],
    [['aspirin OR heparin', 'warfarin'], 'aspirin warfarin OR heparin warfarin'],
    [['aspirin', '–'], 'aspirin'],
    [['AND OR NOT', '"or"'], ''],
    [[], ''],
  ])('asks for all names, and for any of alternatives: %j', (names, words) => {
    expect(toRegistryWords(names)).toBe(words);
  });
});
