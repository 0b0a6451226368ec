import { SSF } from '@e965/xlsx';

/** Built-in date formats whose code depends on the language (ECMA-376, 18.8.30). */
const localDates = new Set([27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58]);
const localTimes = new Set([32, 33]);
/** Dates in Japanese, times in Chinese. */
const localDatesOrTimes = new Set([34, 35, 55, 56]);
const dayMs = 86_400_000;

/** Returns the code of a built-in number format; `General` for an unknown one. */
export function builtInFormat(id: number): string {
  // Excel shows the colon that the standard and the library leave out.
  if (id === 47) return 'mm:ss.0';
  if (localDates.has(id)) return 'yyyy-mm-dd';
  if (localTimes.has(id)) return 'h:mm:ss';
  if (localDatesOrTimes.has(id)) return 'yyyy-mm-dd h:mm:ss';
  const code: string | undefined = SSF.get_table()[id];
  return code ?? 'General';
}

/**
 * Returns a number as its sheet shows it, but dates as `2018-09-20` or `2018-09-20 14:05`, which can
 * be read without the sheet's language.
 *
 * @param is1904 true if the workbook counts days from 1904 instead of 1900.
 */
export function formatNumber(value: string, code: string, is1904 = false): string {
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number)) return value;
  const plain = String(Number(number.toPrecision(15)));
  if (code === '@' || /^general$/i.test(code)) return plain;
  try {
    if (isDate(code)) {
      const date = formatDate(number, hasTime(code), is1904);
      return (/^y+$/.test(lettersOf(code)) ? date?.slice(0, 4) : date) ?? plain;
    }
    // The library leaves out texts beside a plain number.
    const shown: string = /^[^;]*general/i.test(code)
      ? SSF.format(code.replace(/general/i, '@'), plain)
      : formatDecimal(...withoutPercent(code, number), is1904);
    return shown === '' && hasTime(code) ? plain : shown.replace(/\u00a0/g, ' ').trim();
  } catch {
    return plain;
  }
}

/**
 * Returns a share as a plain number of hundredths: the library knows no text before `%`, and rounds
 * `7.25 %` down.
 */
function withoutPercent(code: string, value: number): [code: string, value: number] {
  const signs = code.split(';', 1)[0]?.match(/%/g)?.length ?? 0;
  if (signs === 0 || /"[^"]*%[^"]*"|\\%/.test(code)) return [code, value];
  return [code.replaceAll('%', '"%"'), Number((value * 100 ** signs).toPrecision(15))];
}

/**
 * Rounds as Excel does, by the decimal digits: `1.005` becomes `1.01`, though its binary value is
 * slightly lower.
 */
function formatDecimal(code: string, value: number, is1904: boolean): string {
  // The library writes no negative durations.
  if (value < 0 && /\[[hms]+\]/i.test(code)) return `-${formatDecimal(code, -value, is1904)}`;
  const exact = Number.isInteger(value) ? value : value * (1 + 1e-15);
  return SSF.format(code, exact, { date1904: is1904 });
}

/** Returns a format's code without texts, escaped characters, colours and languages. */
function lettersOf(code: string): string {
  return code
    .replace(/"[^"]*"|[\\_*].|\[(?![hms]+\])[^\]]*\]/gi, '')
    .replace(/;.*/s, '')
    .toLowerCase();
}

function isDate(code: string): boolean {
  const letters = lettersOf(code).replace(/general/g, '');
  return (
    /[yd]|mmm|g{1,3}e|^e\b|[年月日]/.test(letters) && !/[#0?]/.test(letters.replace(/s\.0+/g, ''))
  );
}

function hasTime(code: string): boolean {
  return /[hs]/.test(lettersOf(code));
}

function formatDate(days: number, withTime: boolean, is1904: boolean): string | undefined {
  const epoch = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
  // Excel counts a 29 February 1900 that never was.
  const shift = !is1904 && days < 60 ? 1 : 0;
  const date = new Date(epoch + Math.round((days + shift) * dayMs));
  if (Number.isNaN(date.getTime()) || days < 0) return undefined;
  const [day, clock] = date.toISOString().slice(0, 19).split('T') as [string, string];
  const time = clock.endsWith(':00') ? clock.slice(0, 5) : clock;
  if (withTime && days > 0 && days < 1) return time;
  return withTime && time !== '00:00' ? `${day} ${time}` : day;
}
