/** Meaning of a cell's number. */
export type NumberKind = 'number' | 'date' | 'time' | 'date_time' | 'percent';

/** Returns the kind of a number format by its id or, for custom formats, its code. */
export function kindOfFormat(id: number, code: string | undefined): NumberKind {
  if (code === undefined) {
    if (id >= 14 && id <= 17) return 'date';
    if ((id >= 18 && id <= 21) || (id >= 45 && id <= 47)) return 'time';
    if (id === 22) return 'date_time';
    return id === 9 || id === 10 ? 'percent' : 'number';
  }
  const letters = code.replace(/"[^"]*"|\\.|\[[^\]]*\]/g, '').toLowerCase();
  const hasDate = /[yd]|mmm/.test(letters);
  const hasTime = /[hs]/.test(letters);
  if (hasDate && /[#0?]\.?[#0?]*$/.test(letters) === false) return hasTime ? 'date_time' : 'date';
  if (hasTime) return 'time';
  return letters.includes('%') ? 'percent' : 'number';
}

const dayMs = 86_400_000;

/**
 * Formats a number as the sheet shows it: dates as `2018-09-20`, times as `14:05`.
 * @param is1904 true if the workbook counts days from 1904 instead of 1900.
 */
export function formatNumber(value: string, kind: NumberKind, is1904: boolean): string {
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number)) return value;
  if (kind === 'percent') return `${Number((number * 100).toPrecision(12))}%`;
  if (kind === 'number') return String(Number(number.toPrecision(15)));
  const epoch = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
  const date = new Date(epoch + Math.round(number * dayMs));
  if (Number.isNaN(date.getTime()) || number < 0) return value;
  const [day, clock] = date.toISOString().slice(0, 19).split('T') as [string, string];
  const time = clock.endsWith(':00') ? clock.slice(0, 5) : clock;
  if (kind === 'time') return time;
  return kind === 'date' || time === '00:00' ? day : `${day} ${time}`;
}
