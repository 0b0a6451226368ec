import { enrollmentSchema } from '@lectern/contracts';
import { agePatterns } from './age-patterns.ts';
import { isPlainSize } from './is-plain-size.ts';
import {
  compile,
  notMeasured,
  notMeasuring,
  number,
  order,
  sign,
  who,
} from './participant-words.ts';

/** How many participants are asked for, words that tell how old they are, and the text without both. */
export interface FoundParticipants {
  readonly min: number | null;
  readonly max: number | null;
  /** Words for the numbers above. */
  readonly sizes: readonly string[];
  /** Words by which nothing can be searched for: of age, or of some of the participants. */
  readonly said: readonly string[];
  readonly rest: string;
}

const all =
  'participants|patients|people|persons|subjects|volunteers|enrollees|участник[а-яё]*|пациент[а-яё]*|человек[а-яё]*|больных|добровольц[а-яё]*';
const having =
  '(?:(?:with|of|in|on|having|that|which|enrol\\w*|includ\\w*|recruit\\w*|involv\\w*|where|с|со|при|участием|включ[а-яё]*|где|в(?=\\s+котор)|котор[а-яё]*)\\s+)*';
const joined = '(?:\\s*,)?(?:\\s+(?:and|but|и|но))?\\s+';
const size = `(?:enrol?lment|(?:a )?sample size|number of (?:${all}))`;
const russianSize = `(?:числом|количеством|число|количество)\\s+(?:${all})`;
/** Of `no more than` no part is read as `more than`. */
const bound = `(?<!(?<![\\p{L}])(?:not?|не|ни)\\s+)(?:${order}|${sign})\\s*(?:${number})`;
const bounds = `${bound}(?:${joined}${bound})?`;
const between = `(?:between|from|от)\\s+(?:${number})\\s+(?:and|to|до)\\s+(?:${number})|(?:${number})\\s*(?:-|–|to)\\s*(?:${number})`;
const orOther = '(?:or|and|или|и) (?:more|fewer|less|более|больше|менее|меньше)';
const orMore = `(?:${number})\\s*(?:\\+|${orOther})`;
const count = `${notMeasuring}(?:${bounds}|${between}|${orMore})`;
const enrolled = '(?:\\s+(?:enrol\\w*|in total))?';
const kind = '(?:(?:enrolled|randomi[sz]ed|study|total)\\s+)?';
/** Of a group, of a day or of those whom something befell it is not the whole number. */
const ofPart = [
  '\\s*/\\s*\\p{L}+',
  '\\s+(?:per|each|every)(?:\\s+\\p{L}+)?',
  '\\s+(?:in|at|on|from|в|на)\\s+(?:[\\p{L}\\d]+[\\s-]+){0,3}?(?:arms?|groups?|cohorts?|sites?|cent(?:er|re)s?|групп[а-яё]*|центр[а-яё]*)(?![\\p{L}])',
  '\\s+(?:(?:who|that|had|have|has|were|котор[а-яё]*)\\s+)*(?:died|dying|dropped|withdrew|withdrawn|discontinued|relapsed|responded|experienced|developed|suffered|recovered|improved|achieved|showed|lost|report\\w*|stopped|receiv\\w*|treated|taking|given|assigned|allocated|randomi[sz]ed to|hospitali[sz]ed|screened|analy[sz]ed|affected|умер[а-яё]*|погиб[а-яё]*|выбыл[а-яё]*|получа[а-яё]*|прекратил[а-яё]*|завершил[а-яё]*|(?:были )?госпитализир[а-яё]*)(?![\\p{L}])',
  '\\s+(?:daily|weekly|monthly|yearly|an?\\s+(?:day|week|month|year))(?![\\p{L}])',
  '\\s+(?:on placebo|with (?:serious |severe |adverse )+(?:events?|reactions?|effects?))(?![\\p{L}])',
].join('|');
const sizes = `${having}${count}\\s+${kind}(?:${who})(?![\\p{L}])`;

const filler =
  '(?:the|any|all|those|ones|such|trials?|studies|study|small|large|that|which|where|have|had|has|having|with|in|of|includ\\w*|with|те|тех|исследовани[а-яё]*|испытани[а-яё]*|где|котор[а-яё]*|с|со|в|при|участием|включ[а-яё]*)';
const gathering = '(?:enrol\\w*|recruit\\w*|involv\\w*|набира[а-яё]*)';
const against = [
  `(?:without|except(?:ing)?(?: for)?|exclud\\w*|ignor\\w*|omit\\w*|skip\\w*|leav(?:e|ing) out|other than|apart from|rather than|instead of|never|(?:do|does|did|have|has|had|is|are|was|were)n['’]t|кроме|без|исключ[а-яё]*|за исключением|не включ[а-яё]*)\\s*:?\\s+(?:(?:${filler}|${gathering})\\s+){0,6}`,
  `(?:not|no|не|ни)\\s+(?:(?:${filler}\\s+){1,6}(?:${gathering}\\s+)?|${gathering}\\s+)`,
].join('|');
const alike = `${count}(?:\\s+${kind}(?:${who})(?![\\p{L}])|${notMeasured})`;
/** Neither service can be asked for other sizes than these, nor for either of two. */
const unasked = compile(
  `(?:${against})${alike}(?:\\s+(?:or|and|или|и)\\s+${having}${alike})*`,
  `${sizes}\\s+(?:(?:is|are|were|should|must|to|be|нужно|надо)\\s+)*(?:excluded|ignored|omitted|left out|not included|исключ[а-яё]*|не включ[а-яё]*)`,
  `${having}${notMeasuring}${bound}(?:\\s+(?:${all}))?\\s+(?:or|или)\\s+${sizes}`,
);
/** Words that may say how many participants a study has. */
const counts = compile(
  `${sizes}(?:\\s+${orOther})?(?:${ofPart}|${enrolled})`,
  `${having}(?:${number})\\s+${kind}(?:${who})\\s+${orOther}(?:${ofPart}|${enrolled})`,
  `${having}(?:${russianSize}|${size})\\s+(?:of\\s+|is\\s+)?(?:${bounds}|${between}|${orMore})`,
);
const isOfPart = new RegExp(`(?:${ofPart})$`, 'iu');
/** Stands where words of age stood, so that nobody beside them is counted. */
const ageMark = '\u0001';

/** `More than 500 participants`; of `women over 60` neither service can be asked. */
export function readParticipants(text: string): FoundParticipants {
  const found: string[] = [];
  const said: string[] = [];
  let [min, max]: readonly [number | null, number | null] = [null, null];
  let rest = text;
  const take = (
    patterns: readonly RegExp[],
    keep: (words: string, around: readonly string[]) => void,
    mark = ' ',
  ) => {
    for (const pattern of patterns) {
      rest = rest.replaceAll(pattern, (match: string, ...[at, text]: [number, string]) => {
        keep(match.trim(), [text.slice(0, at), text.slice(at + match.length)]);
        return mark;
      });
    }
  };
  const tell = (words: string) => said.push(words);
  take(agePatterns, tell, ` ${ageMark} `);
  take(unasked, tell);
  take(counts, (words, around) => {
    const context = around.map((text) => text.replaceAll(eachBound, ' '));
    const read = !isOfPart.test(words) && isPlainSize(words, context) ? readSize(words) : undefined;
    const [lowest, highest] = [read?.min ?? min, read?.max ?? max];
    if (!read || (lowest !== null && highest !== null && lowest > highest)) {
      tell(words);
      return;
    }
    [min, max] = [lowest, highest];
    found.push(words);
  });
  return { min, max, sizes: found, said, rest: rest.replaceAll(ageMark, ' ') };
}

interface Size {
  readonly min?: number;
  readonly max?: number;
}

const anyNumber = new RegExp(number, 'gu');
const eachBound = new RegExp(`(${order}|${sign})\\s*(${number})`, 'giu');
/** How a comparison bounds a number: from it, beyond it, up to it or short of it. */
const comparisons: readonly (readonly [RegExp, (count: number) => Size])[] = [
  [/^(?:about|примерно|около)/iu, () => ({})],
  [/^exactly/iu, (count) => ({ min: count, max: count })],
  [
    /^(?:at least|(?:no|not) (?:fewer|less|smaller) than|not (?:under|below)|a minimum of|не (?:менее|меньше)|как минимум|минимум|от|>=|=>|≥)/iu,
    (min) => ({ min }),
  ],
  [
    /^(?:at most|up to|(?:no|not) (?:more|greater|larger) than|not (?:over|above)|a maximum of|не (?:более|больше|свыше)|максимум|до|<=|=<|≤)/iu,
    (max) => ({ max }),
  ],
  [/^(?:more|greater|larger|over|above|более|больше|свыше|>)/iu, (count) => ({ min: count + 1 })],
  [/./u, (count) => ({ max: Math.max(count - 1, 0) })],
];

/** Undefined where the words bound nothing, such as `about 500 patients`. */
function readSize(words: string): Size | undefined {
  const counts = (words.match(anyNumber) ?? []).map(readDigits);
  const [first = 0, second = first] = counts;
  const compared = [...words.matchAll(eachBound)].map(([, comparison = '', digits = '']) =>
    comparisons.find(([pattern]) => pattern.test(comparison))?.[1](readDigits(digits)),
  );
  const read = joinBounds(compared, counts) ?? readOr(words, first) ?? { min: first, max: second };
  const fits = [read.min, read.max].every(
    (count) => count === undefined || enrollmentSchema.safeParse(count).success,
  );
  return fits && Object.keys(read).length > 0 ? read : undefined;
}

/** `500 or more`, `500+`. */
function readOr(words: string, count: number): Size | undefined {
  if (/\d\s*\+|(?:or|and|или|и) (?:more|более|больше)/iu.test(words)) return { min: count };
  return /(?:or|and|или|и) (?:fewer|less|менее|меньше)/iu.test(words) ? { max: count } : undefined;
}

/** Where each number is compared; the numbers of a span are not. */
function joinBounds(
  compared: readonly (Size | undefined)[],
  counts: readonly number[],
): Size | undefined {
  return compared.length === counts.length ? Object.assign({}, ...compared) : undefined;
}

function readDigits(text: string): number {
  return Number(text.replaceAll(/\D/g, ''));
}
