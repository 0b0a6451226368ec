import { describe, expect, it } from '@jest/globals';
import { toCsv } from './to-csv.ts';

describe('toCsv', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1+1', "\t'=1+1"],
    [' ＝1+1', " '＝1+1"],
    ['a;=1+1', "a;'=1+1"],
    ['a; +1', "a; '+1"],
    [['a', '-1'], "a; '-1"],
    ['a\n=1+1', '"a\n\'=1+1"'],
    ['a\r@x', '"a\r\'@x"'],
    ['a\r\n=1+1', '"a\r\n\'=1+1"'],
    ['a;\t=1+1', "a;\t'=1+1"],
    ['a, "=b"', '"a, ""=b"""'],
    ['2-3 years; n=40', '2-3 years; n=40'],
  ])('lets no cell begin like a formula, however fields are parted: %j', (value, field) => {
    expect(toCsv(['v'], [{ v: value }])).toBe(`v\r\n${field}\r\n`);
  });
});
