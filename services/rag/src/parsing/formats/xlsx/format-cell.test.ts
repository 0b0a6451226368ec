import { describe, expect, it } from '@jest/globals';
import { formatNumber, kindOfFormat } from './format-cell.ts';

describe('kindOfFormat', () => {
  it.each([
    [0, undefined, 'number'],
    [14, undefined, 'date'],
    [21, undefined, 'time'],
    [22, undefined, 'date_time'],
    [10, undefined, 'percent'],
    [164, 'yyyy\\-mm\\-dd', 'date'],
    [165, '[$-409]d/m/yy h:mm AM/PM;@', 'date_time'],
    [166, '#,##0.00 "days"', 'number'],
    [167, 'h:mm:ss', 'time'],
    [168, '0.0%', 'percent'],
  ] as const)('tells format %s %s as %s', (id, code, kind) => {
    expect(kindOfFormat(id, code)).toBe(kind);
  });
});

describe('formatNumber', () => {
  it.each([
    ['43363', 'date', false, '2018-09-20'],
    ['43363.5', 'date_time', false, '2018-09-20 12:00'],
    ['0.25', 'time', false, '06:00'],
    ['0', 'date', true, '1904-01-01'],
    ['0.1', 'percent', false, '10%'],
    ['0.30000000000000004', 'number', false, '0.3'],
    ['1e999', 'date', false, '1e999'],
  ] as const)('shows %s as a %s', (value, kind, is1904, shown) => {
    expect(formatNumber(value, kind, is1904)).toBe(shown);
  });
});
