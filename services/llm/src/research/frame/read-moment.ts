const englishMonths = [
  'jan(?:uary)?',
  'feb(?:ruary)?',
  'mar(?:ch)?',
  'apr(?:il)?',
  'may',
  'june?',
  'july?',
  'aug(?:ust)?',
  'sept?(?:ember)?',
  'oct(?:ober)?',
  'nov(?:ember)?',
  'dec(?:ember)?',
];
const russianMonths = [
  'январ',
  'феврал',
  'март',
  'апрел',
  'ма[йяе]',
  'июн',
  'июл',
  'август',
  'сентябр',
  'октябр',
  'ноябр',
  'декабр',
];
/** A month's name or its short form. */
export const monthPattern = `(?:(?:${englishMonths.join('|')})\\.?|(?:${russianMonths.join('|')})[а-яё]*)`;
/** A year in four digits. */
export const yearPattern = '(?:19|20)\\d{2}';
const year = yearPattern;
const day = '\\d{1,2}(?:st|nd|rd|th)?';

/** A pattern for a year, a month or a day as people write them, without a group of its own. */
export const momentPattern = [
  '(?:',
  [
    `(?:${day}\\s+(?:of\\s+)?)?${monthPattern}\\s+(?:${day},?\\s+)?(?:of\\s+)?${year}`,
    `${year}-\\d{1,2}(?:-\\d{1,2})?(?!\\d)`,
    `${year}(?:/\\d{1,2}/\\d{1,2}|\\.\\d{1,2}\\.\\d{1,2})(?!\\d)`,
    `\\d{1,2}\\.\\d{1,2}\\.${year}`,
    `\\d{1,2}/\\d{1,2}/${year}`,
    `\\d{1,2}[/.]${year}`,
    year,
  ].join('|'),
  ')(?:\\s*(?:годами|годам|годах|года|году|годом|годы|годов|год|гг?\\.?)(?![a-zа-яё\\d]))?',
].join('');

/** A date as exact as it was written; `month` counts from 1. */
export interface Moment {
  readonly year: number;
  readonly month: number | undefined;
  readonly day: number | undefined;
}

/** Reads what `momentPattern` found. A day or month that no calendar has is left out. */
export function readMoment(text: string): Moment {
  const { year, month, day } = readWritten(text);
  const isKnown = isMonth(month);
  const isDay = isKnown && day !== undefined && day >= 1 && day <= 31;
  return {
    year,
    month: isKnown ? month : undefined,
    day: isDay ? Math.min(day, countDays(year, month)) : undefined,
  };
}

/** Whether the calendar has what `momentPattern` found: not 31 February or the 13th month. */
export function isInCalendar(text: string): boolean {
  const { year, month, day } = readWritten(text);
  if (month === undefined) return day === undefined;
  if (!isMonth(month)) return false;
  return day === undefined || (day >= 1 && day <= countDays(year, month));
}

function isMonth(month: number | undefined): month is number {
  return month !== undefined && month >= 1 && month <= 12;
}

function countDays(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** As it was written, whatever the calendar has. */
function readWritten(text: string): Moment {
  const written = text.toLowerCase();
  const yearFirst = /(\d{4})[-/.](\d{1,2})(?:[-/.](\d{1,2}))?/.exec(written);
  if (yearFirst) return toMoment(yearFirst[1], yearFirst[2], yearFirst[3]);
  const dotted = /(\d{1,2})\.(\d{1,2})\.(\d{4})/.exec(written);
  if (dotted) return toMoment(dotted[3], dotted[2], dotted[1]);
  const slashed = /(\d{1,2})\/(\d{1,2})\/(\d{4})/.exec(written);
  if (slashed) return readSlashed(slashed[3], slashed[1] ?? '', slashed[2] ?? '');
  const ofMonth = /(\d{1,2})[/.](\d{4})/.exec(written);
  if (ofMonth) return toMoment(ofMonth[2], ofMonth[1], undefined);
  const found = Math.max(findMonth(englishMonths, written), findMonth(russianMonths, written));
  const month = found === -1 ? undefined : String(found + 1);
  const day = month && /(?<!\d)\d{1,2}(?!\d)/.exec(written)?.[0];
  return toMoment(/\d{4}/.exec(written)?.[0], month, day);
}

/** Some write the day first, some the month; where both may be meant it is the month of the earlier day. */
function readSlashed(year: string | undefined, one: string, other: string): Moment {
  const isDayFirst = Number(one) > 12 || (Number(other) < Number(one) && Number(other) > 0);
  return isDayFirst ? toMoment(year, other, one) : toMoment(year, one, other);
}

function findMonth(names: readonly string[], text: string): number {
  return names.findIndex((name) => new RegExp(`(?<![a-zа-яё])${name}`, 'u').test(text));
}

function toMoment(
  year: string | undefined,
  month: string | undefined,
  day: string | undefined,
): Moment {
  return {
    year: Number(year),
    month: month === undefined ? undefined : Number(month),
    day: day === undefined ? undefined : Number(day),
  };
}

/** The first day of what was written. */
export function begin(text: string): string {
  const { year, month = 1, day = 1 } = readMoment(text);
  return formatDay(Date.UTC(year, month - 1, day));
}

/** The last day of it. */
export function finish(text: string): string {
  const { year, month, day } = readMoment(text);
  if (day !== undefined && month !== undefined) return formatDay(Date.UTC(year, month - 1, day));
  return formatDay(Date.UTC(year, month ?? 12, 0));
}

/** `YYYY-MM-DD`. */
export function formatDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
