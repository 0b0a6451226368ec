import { splitSentences } from '@lectern/retrieval/text';
import { type Moment, momentPattern, readMoment } from '../../frame/read-moment.ts';

/** What a date is the date of. Those that hold words of others come first. */
const kinds = [
  [
    'primary completion',
    /\bprimary[\s-]+complet\w*|(?:первичн|основн)[а-яё]* (?:завершени|окончани)[а-яё]*/giu,
  ],
  ['posting', /\bposted\b|\bregistered\b|размещ[её]н[а-яё]*|зарегистрирован[а-яё]*/giu],
  ['update', /\b(?:last )?updat\w*|обновл[а-яё]*/giu],
  [
    'publication',
    /\bpublish\w*|\bpublication date|\bappear(?:ed|s)\b|\breference\b|опубликова[а-яё]*|публикаци[а-яё]*|вышл[аои]/giu,
  ],
  [
    'start',
    /\bstart\w*|\bbeg[aiu]n\w*|\bcommenc\w*|\binitiat\w*|\blaunch\w*|(?<![\p{L}])(?:нача[лтв][а-яё]*|начало|стартовал[а-яё]*|старт(?:а|е|ом)?|запущен[а-яё]*)(?![\p{L}])/giu,
  ],
  [
    'completion',
    /\bcomplet\w*|\bend(?:ed|s)\b|\bfinish\w*|\bconclud\w*|(?<![\p{L}])(?:заверш|законч|оконч)[а-яё]*/giu,
  ],
] as const;

type KindOfDate = (typeof kinds)[number][0];

interface Dated {
  readonly text: string;
  readonly moment: Moment;
  /** Empty where no word tells. */
  readonly kinds: readonly KindOfDate[];
}

const datePattern = new RegExp(`(?<![\\p{L}\\p{N}])${momentPattern}(?![\\p{L}\\p{N}])`, 'giu');
/** Between the parts of a sentence that each have a date of their own; the comma of a date is none. */
const joint = /;|,(?!\s*(?:19|20)\d{2})|(?<![\p{L}])(?:and|but|while|и|а|но)(?![\p{L}])/iu;
/** A number of four digits is a year where such a word stands before it. */
const beforeYear =
  /(?:^|[\s(])(?:in|since|from|until|till|to|by|of|on|during|early|late|mid|в|во|с|до|по|к|от|date:?|:)\s*$/iu;

/** `From 3 May 2021 to October 2022`: the dates of a beginning and of an end. */
const spanPattern = new RegExp(
  `(?<![\\p{L}])(?:from|between|с|со)\\s+(${momentPattern})\\s*(?:to|until|till|through|and|по|до|[–—-])\\s*(${momentPattern})(?![\\p{L}\\p{N}])`,
  'giu',
);

/** A date that the records hold as the date of something else alone. */
export function findWrongKindOfDate(claim: string, held: string): string | undefined {
  const spans = listSpans(claim);
  const rest = claim.replaceAll(spanPattern, ' ');
  const said = [...spans, ...listDated(rest)].filter((date) => date.kinds.length > 0);
  if (said.length === 0) return undefined;
  const known = listDated(held);
  const wrong = said.find(({ moment, kinds: asked }) => {
    const same = known.filter((other) => isWithin(moment, other.moment));
    return (
      same.length > 0 &&
      same.every(({ kinds: own }) => own.length > 0 && !own.some((kind) => asked.includes(kind)))
    );
  });
  return wrong && `date ${wrong.text} of ${wrong.kinds.join(' or ')}`;
}

function listSpans(claim: string): readonly Dated[] {
  return [...claim.matchAll(spanPattern)].flatMap(([, from = '', to = '']) => [
    { text: from, moment: readMoment(from), kinds: ['start'] },
    { text: to, moment: readMoment(to), kinds: ['completion', 'primary completion'] },
  ]);
}

/** Dates of a text, each with what the words of its part of the sentence say that it is the date of. */
function listDated(text: string): readonly Dated[] {
  return splitSentences(text).flatMap(({ text: sentence }) => {
    const parts = splitParts(sentence).map((part) => ({ part, own: findKinds(part) }));
    return parts.flatMap(({ part }, index) =>
      [...part.matchAll(datePattern)].flatMap((found) => {
        const moment = readMoment(found[0]);
        const isYear = moment.month === undefined;
        if (Number.isNaN(moment.year) || (isYear && !isYearAt(part, found.index))) return [];
        const own = nearest(part, found.index);
        const around = own ? [own] : lookAround(parts, index);
        return [{ text: found[0].trim(), moment, kinds: around }];
      }),
    );
  });
}

function isYearAt(part: string, index: number): boolean {
  return beforeYear.test(part.slice(0, index)) || findKinds(part).length > 0;
}

function splitParts(sentence: string): readonly string[] {
  return sentence.split(new RegExp(joint.source, 'giu'));
}

/** Without a word of its own, a part goes on from the one before it or leads to the one behind it. */
function lookAround(
  parts: readonly { readonly own: readonly KindOfDate[] }[],
  index: number,
): readonly KindOfDate[] {
  const before = parts.slice(0, index).findLast(({ own }) => own.length > 0);
  const behind = parts.slice(index + 1).find(({ own }) => own.length > 0);
  return [...new Set([...(before?.own.slice(-1) ?? []), ...(behind?.own.slice(0, 1) ?? [])])];
}

interface Found {
  readonly kind: KindOfDate;
  readonly index: number;
}

function locate(part: string): readonly Found[] {
  const found: Found[] = [];
  let rest = part;
  for (const [kind, pattern] of kinds) {
    rest = rest.replaceAll(pattern, (match: string, ...args: unknown[]) => {
      found.push({ kind, index: Number(args.find((value) => typeof value === 'number')) });
      return ' '.repeat(match.length);
    });
  }
  return found.toSorted((a, b) => a.index - b.index);
}

function findKinds(part: string): readonly KindOfDate[] {
  return locate(part).map(({ kind }) => kind);
}

/** The last word before a date, else the first behind it. */
function nearest(part: string, index: number): KindOfDate | undefined {
  const found = locate(part);
  return (found.findLast((one) => one.index < index) ?? found[0])?.kind;
}

function isWithin(said: Moment, known: Moment): boolean {
  return (
    said.year === known.year &&
    (said.month === undefined || said.month === known.month) &&
    (said.day === undefined || said.day === known.day)
  );
}
