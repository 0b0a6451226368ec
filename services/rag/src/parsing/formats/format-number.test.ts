import { describe, expect, it } from '@jest/globals';
import { builtInFormat, formatNumber } from './format-number.ts';

describe('formatNumber', () => {
  it.each([
    ['43363', 'd/m/yyyy', '2018-09-20'],
    ['43363.5', '[$-409]d/m/yy h:mm AM/PM;@', '2018-09-20 12:00'],
    ['45309', '[$-411]ggge"年"m"月"d"日"', '2024-01-18'],
    ['45309', 'yyyy"年"m"月"', '2024-01-18'],
    ['45309', 'd-mmm-yy', '2024-01-18'],
    ['1.25', '[h]:mm', '30:00'],
    ['0.020833333', '[mm]:ss', '30:00'],
    ['0.25', 'h:mm', '6:00'],
    ['0.55', 'h:mm AM/PM', '1:12 PM'],
    ['43', '000000', '000043'],
    ['12.5', '0.00 "kg"', '12.50 kg'],
    ['1234.5', '[$€-2] #,##0.00', '€ 1,234.50'],
    ['-1234.5', '#,##0.00_);(#,##0.00)', '(1,234.50)'],
    ['1', '"yes";;"no"', 'yes'],
    ['0', '"yes";;"no"', 'no'],
    ['0.075', '0.0%', '7.5%'],
    ['1.5', '# ?/?', '1 1/2'],
    ['0.30000000000000004', 'General', '0.3'],
    ['123456789012345', 'General', '123456789012345'],
    ['1e999', 'd/m/yyyy', '1e999'],
    ['-5', 'd/m/yyyy', '-5'],
    ['7', '[Red]0;[Blue]0', '7'],
  ])('shows %s in %s as %s', (value, code, shown) => {
    expect(formatNumber(value, code)).toBe(shown);
  });

  it('counts days from 1904', () => {
    expect(formatNumber('0', 'yyyy-mm-dd', true)).toBe('1904-01-01');
  });

  it.each([
    [14, '45309', '2024-01-18'],
    [27, '45309', '2024-01-18'],
    [46, '1.25', '30:00:00'],
    [57, '45309', '2024-01-18'],
    [55, '45309', '2024-01-18'],
    [34, '0.5', '12:00'],
    [10, '0.075', '7.50%'],
    [999, '7', '7'],
  ])('knows the built-in format %d', (id, value, shown) => {
    expect(formatNumber(value, builtInFormat(id))).toBe(shown);
  });
});
