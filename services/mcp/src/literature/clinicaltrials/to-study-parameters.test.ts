import { describe, expect, it } from '@jest/globals';
import { toWords } from './to-study-parameters.ts';

describe('words for the registry', () => {
  it.each([
    ['remdesivir\nOR ALL', 'remdesivir \\OR \\ALL'],
    ['remdesivir\u2028OR\u00a0ALL', 'remdesivir \\OR \\ALL'],
    ['remdesivir,OR(ALL)', 'remdesivir,\\OR \\ALL'],
    ['remdesivir -OR -ALL-', 'remdesivir -\\OR -\\ALL-'],
    ['remdesivir OR ALL', 'remdesivir OR \\ALL'],
    ['OR asthma OR', '\\OR asthma \\OR'],
    ['NOT asthma', '\\NOT asthma'],
    ['asthma\tAND MISSING', 'asthma \\AND \\MISSING'],
    ['a\\OR b', 'a \\OR b'],
    ['AREA[Phase]RANGE[MIN,MAX]', '\\AREA Phase \\RANGE \\MIN,\\MAX'],
  ])('are no operators of its language: %j', (text, words) => {
    expect(toWords(text)).toBe(words);
  });

  it.each([
    'aspirin OR heparin',
    'head and neck cancer',
    'B-ALL',
    'ANDROGEN',
    'RECOVER ALLY',
    'ALL2',
  ])('stay as they are: %j', (text) => {
    expect(toWords(text)).toBe(text);
  });
});
