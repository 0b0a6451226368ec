import { askedDateSchema, isSpan } from '@lectern/contracts';
import { expandDecades, writeDecades } from './expand-decades.ts';
import { expandParts } from './expand-parts.ts';
import { expandPeriods } from './expand-periods.ts';
import { exceptions } from './found-filter.ts';
import {
  begin,
  finish,
  formatDay,
  momentPattern,
  monthPattern,
  yearPattern,
} from './read-moment.ts';
import { readNumber, writtenNumber } from './read-number.ts';

/** A span of time, and the text without the words that said it. */
export interface FoundDates {
  readonly from: string | null;
  readonly to: string | null;
  /** Words that ask for a time which is no span: for all but one, or for two. */
  readonly aside: readonly string[];
  /** Words that name the later end first; it is read from the earlier one on. */
  readonly swapped: string | undefined;
  readonly rest: string;
}

const when = `(${momentPattern})`;
/** Of `2-3 years` and `a few years` the most. */
const count = `(?:a\\s+)?(?:(?:\\d{1,2}|${writtenNumber})\\s*(?:-|–|to|or|или)\\s*)?(${writtenNumber}|couple of|few|several|пару|несколько)`;
const now =
  '(?:now|today|date|the present(?: day| time)?|present|the current (?:day|date|year)|сегодняшн\\S+ д(?:ень|н[её]м|ня)|сегодня|настоящ\\S+ (?:врем\\S+|момент\\S*)|наст\\. ?вр\\.|сих пор|сей день|этот день|наши дни)';
/** A number that counts something is no year. */
const counted =
  '(?!\\s*(?:[mkµu]?g|mcg|ml|iu|units?|kcal|steps|patients|participants|people|adults|children|women|men|subjects|cells|times|мк?г|мл|ме|пациент|участник|человек|шаг)(?![a-z]))';

/** What happened then, which is a study's start or a publication's date. */
const happened =
  '(?:(?:started|starting|beginning|began|begun|published|launched|initiated|conducted|начат\\S*|начавш\\S*|опубликованн\\S*|вышедш\\S*|провед[её]нн\\S*),?\\s+)?';

type Span = { readonly from?: string; readonly to?: string; readonly isSwapped?: boolean };
type Reader = (match: RegExpExecArray, today: Date) => Span;

const whole: Reader = ([, moment = '']) => ({ from: begin(moment), to: finish(moment) });
const since: Reader = ([, one, other]) => ({ from: begin(one ?? other ?? '') });
const until: Reader = ([, to = '']) => ({ to: finish(to) });
const back: Reader = ([, amount, unit = ''], today) => ({ from: goBack(today, amount, unit) });

/** Two times of which neither is the end: `2020 or 2018`. */
const inAnyOrder =
  /(?<![\p{L}])(?:or|или)(?![\p{L}])|^(?!\s*(?:between|между)).*(?<![\p{L}])(?:and|и)(?![\p{L}])/iu;

/** Each way of saying a span, those that hold others first. */
const spans: readonly (readonly [RegExp, Reader])[] = [
  [
    rule(
      `(?:since|between|from|с|за|in|между)?\\s*${when},?\\s*(?:(?:(?:and|и)\\s+)?(?:up to|to|until|till|through|по|до|-|–|—)|and|и)\\s*${now}`,
    ),
    since,
  ],
  // A list of years reaches from the first to the last.
  [
    rule(
      `(?:(?:in|during|from|в|за)\\s+)?((?:${yearPattern}\\s*,\\s*)+(?:(?:and|or|и|или)\\s+)?${yearPattern}(?:\\s*,?\\s*(?:and|or|и|или)\\s+${yearPattern})?)(?:\\s+год[а-яё]*)?`,
    ),
    ([, list = '']) => {
      const years = (list.match(/\d{4}/g) ?? []).toSorted();
      return { from: `${years[0]}-01-01`, to: `${years.at(-1)}-12-31` };
    },
  ],
  [
    rule(
      `(?:between|from|in|с|за|между)?\\s*(${monthPattern})\\s*(?:and|to|until|till|through|и|по|до|-|–|—|/)\\s*(${monthPattern}\\s+(?:of\\s+)?(${yearPattern})(?:\\s+год[а-яё]*)?)`,
    ),
    ([, month = '', other = '', year = '']) => {
      const from = begin(`${month} ${year}`);
      const isBefore = from <= finish(other);
      return { from: isBefore ? from : begin(`${month} ${Number(year) - 1}`), to: finish(other) };
    },
  ],
  [
    rule(
      `(?:between|from|с|за|in|между)?\\s*${when}\\s*(?:and|or|to|until|till|through|и|или|по|до|-|–|—|/)\\s*${when}`,
    ),
    ([said, one = '', other = '']) => {
      if (begin(one) <= finish(other)) return { from: begin(one), to: finish(other) };
      return { from: begin(other), to: finish(one), isSwapped: !inAnyOrder.test(said) };
    },
  ],
  [
    rule(
      '(?:in |during )?(?:the )?(first|second) half of ((?:19|20)\\d{2})|(?:в |за )?(перв|втор)(?:ой|ую|ая) половин[еуа] ((?:19|20)\\d{2})(?: год[а-яё]*)?',
    ),
    ([, half, year, russianHalf, russianYear]) => {
      const isFirst = half?.toLowerCase() === 'first' || russianHalf?.toLowerCase() === 'перв';
      const days = isFirst ? ['01-01', '06-30'] : ['07-01', '12-31'];
      return { from: `${year ?? russianYear}-${days[0]}`, to: `${year ?? russianYear}-${days[1]}` };
    },
  ],
  // The last year is the time until now; last year is the year before this one.
  [rule('since last year|с прошлого года'), (_, today) => ({ from: `${lastYear(today)}-01-01` })],
  [
    rule(
      '(?:(?:in|from|during|of)\\s+)?(?<!\\bthe\\s)(?:last|previous) year|(?:в |за )?прошл(?:ом|ый|ого) год[а-яё]*',
    ),
    (_, today) => ({ from: `${lastYear(today)}-01-01`, to: `${lastYear(today)}-12-31` }),
  ],
  [
    rule(
      '(?:in |over |within |during )?(?:the )?(?:last|past) half(?: a)?[ -]year|(?:за )?(?:последн\\S+|прошедш\\S+)\\s+полгода',
    ),
    (_, today) => ({ from: goBack(today, '6', 'month') }),
  ],
  [
    rule(
      `(?:in |over |within |during |from |since )?(?:the )?(?:last|past|previous)\\s+(?:${count}\\s+)?(decade|year|month|week|day)s?`,
    ),
    back,
  ],
  [
    rule(
      `(?:за )?(?:последн\\S+|прошедш\\S+)\\s+(?:${count}\\s+)?(десятилети|год|лет|месяц|недел|дн|день)[а-яё]*`,
    ),
    back,
  ],
  // Of records alone: people, too, are `not older than` so many years.
  [
    rule(
      `(?<!(?:people|patients|adults|children|infants|women|men|those|участник\\S*|пациент\\S*|дет\\S*|люд\\S*|лиц\\S*|женщин\\S*|мужчин\\S*)\\s+)(?:(?:no|not) (?:older|more) than|не старше|не старее)\\s+${count}\\s+(year|month|год|лет|месяц)[a-zа-яё]*(?!\\s+(?:old|of age))`,
    ),
    back,
  ],
  [
    rule(
      '(?:in |from |during )?(this|the current) year|(?:в |за )?(этом|этот|текущ[а-яё]+) год[а-яё]*',
    ),
    (_, today) => {
      const year = today.getUTCFullYear();
      return { from: `${year}-01-01`, to: `${year}-12-31` };
    },
  ],
  [
    rule(
      `(?:since|(?:starting|beginning) from|(?<!(?:trials?|stud(?:y|ies))(?![\\p{L}])[^,;:.?!]*\\s)(?:starting|beginning) in|(?:not|no) (?:before|earlier than)|начиная с|с|не (?:раньше|ранее))\\s+${when}(?:\\s+(?:on|onwards?))?`,
    ),
    since,
  ],
  [
    rule(
      `from\\s+${when}\\s+on(?=\\s*(?:[,.;?!]|$))|(?:(?:from|in)\\s+)?${when},?\\s+(?:onwards?|(?:or|and) (?:later|after|newer)(?!\\s+${momentPattern})|и (?:позже|позднее|далее|новее))`,
    ),
    since,
  ],
  [
    rule(
      `(?:(?:no|not) (?:later than|after)|until|up to|through|by|не (?:позже|позднее)|по)\\s+${when}`,
    ),
    until,
  ],
  [
    rule(
      `(?:(?:start|publish)ed after|starting after|later than|newer than|after|после|позже|позднее)\\s+${when}`,
    ),
    ([, from = '']) => ({ from: formatDay(Date.parse(finish(from)) + dayMs) }),
  ],
  [
    rule(
      `(?:(?:start|publish)ed before|before|prior to|earlier than|older than|до|раньше|ранее)\\s+${when}`,
    ),
    ([, to = '']) => ({ to: formatDay(Date.parse(begin(to)) - dayMs) }),
  ],
  [rule(`(?:(?:in|during|of|for|from|в|за|от)\\s+)?${when}`), whole],
];

const dayMs = 86_400_000;

function rule(pattern: string): RegExp {
  return new RegExp(`(?<![a-zа-яё\\d.-])${happened}(?:${pattern})(?![a-zа-яё\\d])${counted}`, 'iu');
}

/** `Pre-2000`. */
const prefixed = new RegExp(
  `(?<![\\p{L}-])(?:pre|(post))[-\\s]+(?=${momentPattern}(?!['’]?s|\\d))`,
  'giu',
);
const writePrefix = (_: string, post?: string) => (post ? 'after ' : 'before ');

/** `Not published before 2012` is `not before 2012`. */
const deniedOrder =
  /(?<![\p{L}])(not|не)\s+(?:started|begun|published|launched|начат[а-яё]*|начавш[а-яё]*|опубликованн[а-яё]*|вышедш[а-яё]*)\s+(before|after|earlier than|later than|до|раньше|ранее|позже|позднее)\s+/giu;
const earlier =
  'before|until|up to|prior to|by|(?:earlier|older) than|(?:no|not) later than|до|раньше|ранее|не позже|не позднее|по';
const later =
  'after|since|from|(?:later|newer) than|(?:no|not) (?:before|earlier than)|после|позже|позднее|начиная с|не раньше|не ранее|с';
const noSpan = new RegExp(
  [
    `${happened}(?:${earlier})\\s+${momentPattern}\\s*,?\\s+(?:or|или)\\s+${happened}(?:${later})\\s+${momentPattern}`,
    `${happened}(?:${later})\\s+${momentPattern}\\s*,?\\s+(?:or|или)\\s+${happened}(?:${earlier})\\s+${momentPattern}`,
    `(?:${exceptions}|not|не)\\s+(?:those\\s+|published\\s+|started\\s+|опубликованн\\S*\\s+)*(?:in|from|of|during|since|between|в|за|от|с)?\\s*${momentPattern}(?:\\s*(?:-|–|to|and|по|и)\\s*${momentPattern})?(?![\\p{L}\\d])`,
  ]
    .map((said) => `(?<![\\p{L}])(?:${said})`)
    .join('|'),
  'giu',
);

/**
 * A span such as `since 2020`, `between 2015 and 2018`, `за последние пять лет`. A period alone means
 * that period: `from 2012` is the year. Its two ends may be said apart: `after 2010, before 2015`.
 */
export function readDates(text: string, today: Date): FoundDates {
  const aside: string[] = [];
  const plain = expandDecades(
    expandParts(writeDecades(expandPeriods(text.replaceAll(prefixed, writePrefix)))),
  )
    .replaceAll(deniedOrder, (_, not: string, order: string) => `${not} ${order} `)
    .replaceAll(noSpan, (said) => {
      aside.push(said.trim());
      return ' ';
    });
  let found: FoundDates = { from: null, to: null, aside, swapped: undefined, rest: plain };
  const read: string[] = [];
  for (let next = readSpan(plain, today); next; next = readSpan(found.rest, today)) {
    const { from, to, said, isSwapped, rest } = next;
    const adds = (found.from === null && from) || (found.to === null && to);
    if (!adds || (found.from !== null && from) || (found.to !== null && to)) break;
    found = {
      ...found,
      from: found.from ?? from ?? null,
      to: found.to ?? to ?? null,
      ...(isSwapped && { swapped: said.trim() }),
      rest,
    };
    read.push(said.trim());
  }
  if (isAnswerable(found)) return found;
  return {
    from: null,
    to: null,
    aside: [...aside, ...read],
    swapped: undefined,
    rest: found.rest,
  };
}

/** Whether records can be asked for with it: its days are in the calendar, and one is left between them. */
function isAnswerable({ from, to }: FoundDates): boolean {
  return (
    isSpan(from, to) && [from, to].every((day) => askedDateSchema.nullable().safeParse(day).success)
  );
}

interface SaidSpan extends Span {
  readonly said: string;
  readonly rest: string;
}

function readSpan(text: string, today: Date): SaidSpan | undefined {
  for (const [pattern, read] of spans) {
    const match = pattern.exec(text);
    if (!match) continue;
    const rest = `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`;
    return { ...read(match, today), said: match[0], rest };
  }
  return undefined;
}

function lastYear(today: Date): number {
  return today.getUTCFullYear() - 1;
}

/** What words without a number stand for, as much as people mean at most. */
const vague: Readonly<Record<string, number>> = {
  'couple of': 2,
  пару: 2,
  few: 5,
  several: 5,
  несколько: 5,
};

/** The day so long before today; in a shorter month its last. */
function goBack(today: Date, amount: string | undefined, unit: string): string {
  const many = amount === undefined ? 1 : (vague[amount.toLowerCase()] ?? readNumber(amount));
  const [year, month, day] = [today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate()];
  const months = monthsIn(unit) * many;
  if (months === 0) {
    const days = /^(?:week|недел)/i.test(unit) ? 7 : 1;
    return formatDay(Date.UTC(year, month, day - many * days));
  }
  const lastDay = new Date(Date.UTC(year, month - months + 1, 0)).getUTCDate();
  return formatDay(Date.UTC(year, month - months, Math.min(day, lastDay)));
}

function monthsIn(unit: string): number {
  if (/^(?:decade|десятилети)/i.test(unit)) return 120;
  if (/^(?:year|год|лет)/i.test(unit)) return 12;
  return /^(?:month|месяц)/i.test(unit) ? 1 : 0;
}
