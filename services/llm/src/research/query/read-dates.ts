import { listMonthNames } from '@lectern/retrieval/text';
import type { QueryVocabulary } from './languages/en.ts';
import {
  anyOf,
  locales,
  numberPattern,
  toNumber,
  toPattern,
  type UnreadText,
  wordsOf,
} from './unread-text.ts';

/** Days, inclusive; null where the question leaves the range open. */
export interface DateRange {
  readonly from: string | null;
  readonly to: string | null;
}

/** First and last day of a year, a month or a day. */
interface Span {
  readonly first: Date;
  readonly last: Date;
}

const months = listMonthNames(locales);

type DateWords = QueryVocabulary['dates'];
const wordOf = (name: Exclude<keyof DateWords, 'units'>) =>
  anyOf(wordsOf(({ dates }) => dates[name]));
const unitOf = (name: keyof DateWords['units']) => anyOf(wordsOf(({ dates }) => dates.units[name]));
const units = {
  day: unitOf('day'),
  week: unitOf('week'),
  month: unitOf('month'),
  year: unitOf('year'),
};
const and = anyOf(wordsOf(({ conjunctions }) => conjunctions));
const yearWord = wordOf('year');
const anyUnit = Object.values(units).join('|');

const monthName = anyOf([...months.keys()]);
const year = '(?:19|20)\\d{2}';
const moment = [
  `${year}-\\d{2}(?:-\\d{2})?`,
  `\\d{1,2}\\.\\d{1,2}\\.${year}`,
  `\\d{1,2}\\s+${monthName}\\.?\\s+${year}`,
  `${monthName}\\.?\\s+(?:\\d{1,2},?\\s+)?${year}`,
  year,
].join('|');
const dated = `(?:${moment})(?:\\s*${yearWord}\\.?)?`;

const patterns = {
  between: toPattern(`(?:${wordOf('between')}\\s+)?(${dated})\\s*(?:${and}|[-–—])\\s*(${dated})`),
  last: toPattern(`${wordOf('last')}\\s+(?:(${numberPattern})\\s+)?(${anyUnit})`),
  current: toPattern(`${wordOf('current')}\\s+${units.year}`),
  since: toPattern(`${wordOf('since')}\\s+(${dated})`),
  after: toPattern(`${wordOf('after')}\\s+(${dated})`),
  before: toPattern(`${wordOf('before')}\\s+(${dated})`),
  until: toPattern(`${wordOf('until')}\\s+(${dated})`),
  during: toPattern(`${wordOf('during')}\\s+(${dated})`),
  // A bare number of four digits is a year only at the end of a clause or before the word.
  bare: toPattern(`((?:${year})\\s*${yearWord}\\.?|(?:${moment})(?=\\s*(?:[,.;:?!)]|$)))`),
};

/** Reads the range of dates that a question names; relative ones count back from `today`. */
export function readDates(text: UnreadText, today: Date): DateRange {
  const range: { from: Date | null; to: Date | null } = { from: null, to: null };
  const read = (pattern: RegExp, use: (span: Span, end: Span) => void) =>
    text.consume(pattern, ([, one, other]) => {
      const span = toSpan(one);
      const end = other === undefined ? span : toSpan(other);
      if (!span || !end) return false;
      use(span, end);
    });
  text.consume(patterns.last, ([, count, unit = '']) => {
    Object.assign(range, toLast(count === undefined ? undefined : toNumber(count), unit, today));
  });
  if (text.consume(patterns.current)) range.from = new Date(Date.UTC(today.getUTCFullYear(), 0, 1));
  read(patterns.between, (one, other) => {
    const [start, end] = one.first <= other.first ? [one, other] : [other, one];
    Object.assign(range, { from: start.first, to: end.last });
  });
  read(patterns.before, ({ first }) => Object.assign(range, { to: addDays(first, -1) }));
  read(patterns.since, ({ first: from }) => Object.assign(range, { from }));
  read(patterns.after, ({ last }) => Object.assign(range, { from: addDays(last, 1) }));
  read(patterns.until, ({ last: to }) => Object.assign(range, { to }));
  if (!range.from && !range.to) {
    const use = ({ first, last }: Span) => Object.assign(range, { from: first, to: last });
    read(patterns.during, use);
    read(patterns.bare, use);
  }
  const [from, to] = [range.from, range.to];
  const isSwapped = from && to && from > to;
  return isSwapped ? { from: toDay(to), to: toDay(from) } : { from: toDay(from), to: toDay(to) };
}

/** A calendar year where one year is asked for, else the time up to today. */
function toLast(count: number | undefined, unit: string, today: Date) {
  const is = (pattern: string) => new RegExp(`^${pattern}$`, 'iu').test(unit);
  const [year, month, day] = [today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate()];
  if (count === undefined && is(units.year)) {
    return { from: new Date(Date.UTC(year - 1, 0, 1)), to: new Date(Date.UTC(year - 1, 11, 31)) };
  }
  const n = count ?? 1;
  if (is(units.year)) return { from: new Date(Date.UTC(year - n, month, day)) };
  if (is(units.month)) return { from: new Date(Date.UTC(year, month - n, day)) };
  return { from: new Date(Date.UTC(year, month, day - n * (is(units.week) ? 7 : 1))) };
}

/** Undefined for a date that the calendar does not have. */
function toSpan(written = ''): Span | undefined {
  const text = written.toLowerCase();
  const yearText = new RegExp(year).exec(text)?.[0] ?? '';
  const name = new RegExp(monthName, 'u').exec(text)?.[0].replace('.', '');
  const iso = /^\d{4}-(\d{2})(?:-(\d{2}))?/.exec(text);
  const dotted = /^(\d{1,2})\.(\d{1,2})\./.exec(text);
  const month = iso?.[1] ?? dotted?.[2];
  const monthNumber = month ?? (name ? months.get(name) : undefined);
  const monthIndex = monthNumber === undefined ? undefined : Number(monthNumber) - 1;
  const day = iso?.[2] ?? dotted?.[1] ?? (name && /(?<!\d)\d{1,2}(?!\d)/.exec(text)?.[0]);
  const first = new Date(Date.UTC(Number(yearText), monthIndex ?? 0, Number(day ?? 1)));
  if (monthIndex !== undefined && first.getUTCMonth() !== monthIndex) return undefined;
  if (day) return { first, last: first };
  const isMonth = monthIndex !== undefined;
  const end = Date.UTC(first.getUTCFullYear() + (isMonth ? 0 : 1), isMonth ? monthIndex + 1 : 0, 0);
  return { first, last: new Date(end) };
}

const anyDate = toPattern(dated);

/** Returns every month and day of a text as `YYYY-MM` or `YYYY-MM-DD`, and takes it out. */
export function findDates(text: UnreadText): readonly string[] {
  const found: string[] = [];
  text.consume(anyDate, ([written]) => {
    const { first, last } = toSpan(written) ?? {};
    if (!first || !last || first.getUTCMonth() !== last.getUTCMonth()) return false;
    found.push(first.toISOString().slice(0, first.getTime() === last.getTime() ? 10 : 7));
  });
  return found;
}

function addDays(date: Date, days: number): Date {
  return new Date(date.getTime() + days * 86_400_000);
}

function toDay(date: Date | null): string | null {
  return date?.toISOString().slice(0, 10) ?? null;
}
