/** A span of time, and the text without the words that said it. */
export interface FoundDates {
  readonly from: string | null;
  readonly to: string | null;
  readonly rest: string;
}

const englishMonths = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const russianMonths = [
  'январ',
  'феврал',
  'март',
  'апрел',
  'ма[йя]',
  'июн',
  'июл',
  'август',
  'сентябр',
  'октябр',
  'ноябр',
  'декабр',
];
const month = `(?:${englishMonths.join('|')}|(?:${russianMonths.join('|')})[а-яё]*)`;
const when = `((?:${month}\\s+)?(?:19|20)\\d{2}(?:-\\d{2}(?:-\\d{2})?)?)(?:\\s*(?:года|году|годом|годы|годов|гг?\\.?))?`;

const numbers: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  twelve: 12,
  twenty: 20,
  один: 1,
  одного: 1,
  два: 2,
  две: 2,
  двух: 2,
  три: 3,
  трёх: 3,
  трех: 3,
  четыре: 4,
  четырёх: 4,
  четырех: 4,
  пять: 5,
  пяти: 5,
  шесть: 6,
  шести: 6,
  семь: 7,
  семи: 7,
  восемь: 8,
  восьми: 8,
  девять: 9,
  девяти: 9,
  десять: 10,
  десяти: 10,
};
const count = `(\\d{1,3}|${Object.keys(numbers).join('|')})`;
const edge = '(?<![\\p{L}\\p{N}])';

type Reader = (match: RegExpExecArray, today: Date) => { from?: string; to?: string };

/** Each way of saying a span; the first that is found counts. */
const spans: readonly (readonly [RegExp, Reader])[] = [
  [
    rule(`(?:between|from|с|за|in)?\\s*${when}\\s*(?:and|to|until|through|по|до|-|–|—)\\s*${when}`),
    ([, from = '', to = '']) => ({ from: begin(from), to: finish(to) }),
  ],
  [
    rule(
      `(?:in |over |within |during )?(?:the )?(?:last|past|previous)\\s+(?:${count}\\s+)?(year|month|week|day)s?`,
    ),
    ([, amount, unit = ''], today) => ({ from: back(today, amount, unit) }),
  ],
  [
    rule(
      `(?:за )?(?:последн\\S+|прошедш\\S+)\\s+(?:${count}\\s+)?(год|лет|месяц|недел|дн|день)[а-яё]*`,
    ),
    ([, amount, unit = ''], today) => ({ from: back(today, amount, unit) }),
  ],
  [
    rule(`(?:since|from|starting (?:in|from)|с|начиная с)\\s+${when}(?:\\s+(?:on|onwards))?`),
    ([, from = '']) => ({ from: begin(from) }),
  ],
  [
    rule(`(?:starting after|started after|published after|after|после|позже|позднее)\\s+${when}`),
    ([, from = '']) => ({ from: next(from) }),
  ],
  [
    rule(`(?:before|prior to|earlier than|до|раньше|ранее)\\s+${when}`),
    ([, to = '']) => ({ to: dayBefore(begin(to)) }),
  ],
  [rule(`(?:until|up to|through|by|по)\\s+${when}`), ([, to = '']) => ({ to: finish(to) })],
  [
    rule(`(?:in|during|of|for|в|за)\\s+${when}`),
    ([, year = '']) => ({ from: begin(year), to: finish(year) }),
  ],
];

function rule(pattern: string): RegExp {
  return new RegExp(`${edge}${pattern}(?![\\p{L}\\p{N}])`, 'iu');
}

/** A span such as `since 2020`, `between 2015 and 2018`, `за последние пять лет`. */
export function readDates(text: string, today: Date): FoundDates {
  for (const [pattern, read] of spans) {
    const match = pattern.exec(text);
    if (!match) continue;
    const { from = null, to = null } = read(match, today);
    return { from, to, rest: text.replace(match[0], ' ') };
  }
  return { from: null, to: null, rest: text };
}

interface Moment {
  readonly year: number;
  /** From 1. */
  readonly month: number | undefined;
  readonly day: number | undefined;
}

function readMoment(text: string): Moment {
  const iso = /(\d{4})-(\d{2})(?:-(\d{2}))?/.exec(text);
  if (iso)
    return {
      year: Number(iso[1]),
      month: Number(iso[2]),
      day: iso[3] ? Number(iso[3]) : undefined,
    };
  const year = Number(/\d{4}/.exec(text)?.[0]);
  const named = text.toLowerCase();
  const english = englishMonths.findIndex((name) => named.startsWith(name));
  const russian = russianMonths.findIndex((stem) => new RegExp(`^${stem}`).test(named));
  const found = Math.max(english, russian);
  return { year, month: found >= 0 ? found + 1 : undefined, day: undefined };
}

function begin(text: string): string {
  const { year, month: named = 1, day = 1 } = readMoment(text);
  return format(Date.UTC(year, named - 1, day));
}

function finish(text: string): string {
  const { year, month: named, day } = readMoment(text);
  if (day !== undefined && named !== undefined) return format(Date.UTC(year, named - 1, day));
  return format(Date.UTC(year, named ?? 12, 0));
}

function next(text: string): string {
  return format(Date.parse(finish(text)) + 86_400_000);
}

function dayBefore(date: string): string {
  return format(Date.parse(date) - 86_400_000);
}

function back(today: Date, amount: string | undefined, unit: string): string {
  const many = amount === undefined ? 1 : (numbers[amount.toLowerCase()] ?? Number(amount));
  const date = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate()));
  if (/^(?:year|год|лет)/i.test(unit)) date.setUTCFullYear(date.getUTCFullYear() - many);
  else if (/^(?:month|месяц)/i.test(unit)) date.setUTCMonth(date.getUTCMonth() - many);
  else date.setUTCDate(date.getUTCDate() - many * (/^(?:week|недел)/i.test(unit) ? 7 : 1));
  return format(date.getTime());
}

function format(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
