import { enrollmentSchema } from '@lectern/contracts';

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

const number = '\\d{1,3}(?:[ ,.\u00a0]\\d{3})+|\\d+';
const order =
  '(?:more|fewer|less|greater|larger) than|over|under|above|below|at least|at most|up to|no (?:more|fewer|less) than|a (?:minimum|maximum) of|exactly|about|(?:не )?(?:более|менее|больше|меньше)(?: чем)?|свыше|как минимум|минимум|максимум|до|от';
const all =
  'participants|patients|people|persons|subjects|volunteers|enrollees|участник[а-яё]*|пациент[а-яё]*|человек[а-яё]*|больных|добровольц[а-яё]*';
const who =
  'participants|patients|people|persons|subjects|volunteers|adults|children|women|men|участник[а-яё]*|пациент[а-яё]*|человек[а-яё]*|больных|добровольц[а-яё]*|дет[а-яё]*|женщин[а-яё]*|мужчин[а-яё]*';
const having =
  '(?:(?:with|of|in|on|having|that|which|enrol\\w*|includ\\w*|recruit\\w*|involv\\w*|с|со|при|участием|включ[а-яё]*)\\s+)*';
const unit = '(?:years?(?:[\\s-]+old|\\s+of\\s+age)?|yrs?|лет|года?)';
const span = `(?:${number})(?:\\s*(?:-|–|to|and|до|и)\\s*(?:${number}))?`;
const notMeasured =
  '(?!\\s*(?:[mkµu]?g|mcg|ml|iu|units?|%|weeks?|months?|days?|мк?г|мл|ме|недел|месяц|дн))';
const sign = '>=?|<=?|≥|≤';
const joined = '(?:\\s+(?:and|but|и|но))?\\s+';
const size = `(?:enrol?lment|(?:a )?sample size|number of (?:${all}))`;
const russianSize = `(?:числом|количеством|число|количество)\\s+(?:${all})`;
const bound = `(?:${order}|${sign})\\s*(?:${number})`;
const bounds = `${bound}(?:${joined}${bound})?`;
const between = `(?:between|from|от)\\s+(?:${number})\\s+(?:and|to|до)\\s+(?:${number})|(?:${number})\\s*(?:-|–|to)\\s*(?:${number})`;
const orMore = `(?:${number})\\s*(?:\\+|or (?:more|fewer|less)|и (?:более|больше|менее|меньше))`;
const enrolled = '(?:\\s+(?:enrol\\w*|in total))?';
const kind = '(?:(?:enrolled|randomi[sz]ed|study|total)\\s+)?';
/** Of a group or a day it is not the whole number. */
const notOfPart = '(?!\\s+(?:per|each|in (?:each|every)|в каждо|на групп))';

/** Of all participants: what the registry counts. */
const sized = compile(
  `${having}(?:${bounds}|${between}|${orMore})\\s+${kind}(?:${all})(?![\\p{L}])${notOfPart}${enrolled}`,
  `${having}(?:${russianSize}|${size})\\s+(?:of\\s+|is\\s+)?(?:${bounds}|${between}|${orMore})`,
);
const aside = compile(
  `${having}(?:${order})\\s+(?:${number})\\s+(?:${who})(?:\\s+(?:per|in each|in every)\\s+\\p{L}+)?${enrolled}`,
  `(?:aged?|ages|в возрасте)\\s+(?:(?:${order}|between|from|старше|младше)\\s+)?${span}(?:\\s+${unit})?(?:\\s+(?:and|or)\\s+(?:over|older|above|under|younger))?`,
  `(?:(?:not|no|не)\\s+)?(?:older than|younger than|over the age of|under the age of|старше|младше|моложе)\\s+${span}(?:\\s+${unit})?${notMeasured}`,
  `(?<=(?:${who})\\s+)(?:over|under|above|below)\\s+${span}(?:\\s+${unit})?${notMeasured}`,
  `(?:over|under|above|from|от|до)\\s+${span}\\s+(?:years old|years of age|лет)`,
);

function compile(...patterns: readonly string[]): readonly RegExp[] {
  return patterns.map(
    (pattern) => new RegExp(`(?<![\\p{L}\\d])(?:${pattern})(?![\\p{L}\\d])`, 'giu'),
  );
}

/** `More than 500 participants`; of `women over 60` neither service can be asked. */
export function readParticipants(text: string): FoundParticipants {
  const sizes: string[] = [];
  const said: string[] = [];
  let [min, max]: readonly [number | null, number | null] = [null, null];
  let rest = text;
  const take = (patterns: readonly RegExp[], keep: (match: string) => void) => {
    for (const pattern of patterns) {
      rest = rest.replaceAll(pattern, (match) => {
        keep(match.trim());
        return ' ';
      });
    }
  };
  take(sized, (words) => {
    const read = readSize(words);
    const [lowest, highest] = [read?.min ?? min, read?.max ?? max];
    if (!read || (lowest !== null && highest !== null && lowest > highest)) {
      said.push(words);
      return;
    }
    [min, max] = [lowest, highest];
    sizes.push(words);
  });
  take(aside, (words) => said.push(words));
  return { min, max, sizes, said, rest };
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
    /^(?:at least|no (?:fewer|less) than|a minimum of|не (?:менее|меньше)|как минимум|минимум|от|>=|≥)/iu,
    (min) => ({ min }),
  ],
  [
    /^(?:at most|up to|no more than|a maximum of|не (?:более|больше)|максимум|до|<=|≤)/iu,
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
  const read = readOr(words, first) ?? joinBounds(compared, counts) ?? { min: first, max: second };
  const fits = [read.min, read.max].every(
    (count) => count === undefined || enrollmentSchema.safeParse(count).success,
  );
  return fits && Object.keys(read).length > 0 ? read : undefined;
}

/** `500 or more`, `500+`. */
function readOr(words: string, count: number): Size | undefined {
  if (/\d\s*(?:\+|or more|и (?:более|больше))/iu.test(words)) return { min: count };
  return /\d\s*(?:or (?:fewer|less)|и (?:менее|меньше))/iu.test(words) ? { max: count } : undefined;
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
