import { readNumber, writtenNumber } from '../../frame/read-number.ts';
import { readPhases } from '../../frame/read-phases.ts';
import { readStatuses } from '../../frame/read-trial-filters.ts';
import type { RecordSource } from '../record-source.ts';

/** How many records of a kind there are by what the suite itself counts. */
export type RecordCounts = Readonly<Record<CountedKind, ReadonlySet<number>>>;
type CountedKind = 'trial' | 'publication';

export interface CountedRecords {
  readonly cited: readonly RecordSource[];
  readonly all: readonly RecordSource[];
  readonly held: string;
  /** Counts that a service said, or that code made of a part of what was read. */
  readonly counts: RecordCounts | undefined;
}

const kindsByNoun: readonly (readonly [readonly CountedKind[], RegExp])[] = [
  [['publication'], /^(?:publ|pap|art|rev|meta|пуб|ста|обз)/i],
  [['trial'], /^(?:tri|rct|исп)/i],
  [['trial', 'publication'], /./],
];
const noun =
  '(?:trials|studies|rcts|publications|papers|articles|reviews|meta-analyses|records|исследовани[а-яё]+|испытани[а-яё]+|публикаци[а-яё]+|стат(?:ь[а-яё]+|ей)|обзор[а-яё]+|запис(?:и|ей|ях|ям))(?![\\p{L}])';
/** One record of several is not counted by its number word alone. */
const single =
  '(?:(?:only|just|exactly|всего|только|лишь)\\s+)(?:one|1|один|одно|одна)\\s+(?:\\p{L}[\\p{L}-]*\\s+){0,3}?(?:trial|study|rct|publication|paper|article|review|record|исследовани[ея]|испытани[ея]|публикаци[яи]|стать[яи]|обзор|запись)(?![\\p{L}])';
const written = `(?:\\d{1,3}(?:[,\\u00a0 ]\\d{3})+|\\d+|(?:${writtenNumber}|dozen|couple|both|hundred|оба|обе|сто)(?:[- ](?:${writtenNumber}))?)`;
/** Words of which what follows is no longer what the number counts. */
const parting =
  '(?:in|on|at|for|with|to|and|or|from|by|into|than|was|were|is|are|had|has|have|that|which|days?|weeks?|months?|years?|hours?|participants?|patients?|subjects?|adults?|children|people|mg|g|ml|arms?|sites?|countries|groups?|doses?|в|во|на|с|со|по|у|о|об|от|до|из|к|при|для|и|или|чем|был[аио]?|дн\\p{L}+|недел\\p{L}+|месяц\\p{L}*|год\\p{L}*|лет|участник\\p{L}*|пациент\\p{L}*|человек\\p{L}*|групп\\p{L}*|стран\\p{L}*)(?![\\p{L}-])';
const between = `(?:\\s+of)?(?:\\s+(?!${parting}|of(?![\\p{L}]))[\\p{L}][\\p{L}\\p{N}-]*){0,4}?\\s+`;
const found =
  '(?:found|identified|retrieved|located|fetched|read|matched|найден[а-яё]*|прочитан[а-яё]*|обнаружен[а-яё]*)';
const edge = '(?<![\\p{L}\\p{N}.,/-])';
const patterns = [
  new RegExp(`${edge}(?<said>${written})${between}(?<noun>${noun})`, 'giu'),
  new RegExp(`${edge}(?<one>${single})`, 'giu'),
  new RegExp(
    `(?<noun>${noun})(?:\\s+\\p{L}+){0,3}?\\s+(?:${found}\\s*[:—–-]?|is|was|equals|составля\\p{L}+|составил\\p{L}*|равно)\\s*(?<said>${written})(?![\\p{L}\\p{N}%.]*[\\p{L}\\p{N}%])(?=\\s*(?:[.;,)]|$))`,
    'giu',
  ),
  new RegExp(`(?<noun>${noun})\\s*[:—–]\\s*(?<said>${written})(?=\\s*(?:[.;,)]|$))`, 'giu'),
  new RegExp(
    `${edge}(?<said>${written})\\s+(?:were|was|have been|are)\\s+${found}(?![\\p{L}])`,
    'giu',
  ),
  new RegExp(`(?<![\\p{L}])${found}\\s+(?<said>${written})(?=\\s*(?:[.;,)]|$))`, 'giu'),
];
const isYear = /^(?:19|20)\d\d$/;
const ofRun =
  /(?<![\p{L}])(?:found|identified|retrieved|located|fetched|match|in (?:total|all)|altogether|exist|listed|registered|clinicaltrials|pubmed|there (?:are|were)|найден|нашл|всего|обнаружен|выявлен|зарегистрирован|имеется|существует)/iu;
const ofReview =
  /(?<![\p{L}])(?:reviews?|reviewed|meta-analys|pooled|pools|includ|analy[sz]ed|authors|обзор|мета-?анализ|включ|вошл|автор|проанализ)/iu;

/**
 * A count of records that is none of this run's: how many were read or the service counts, or how
 * many a statement cites. A number of something else in a record never holds it; a review that is
 * cited may tell how many records it is about.
 */
export function findWrongCount(claim: string, records: CountedRecords): string | undefined {
  const wrong = listCounts(claim).find((count) => !isRight(count, claim, records));
  return wrong && `number ${wrong.number} of records`;
}

/** A claim without its numbers of records, for the check of what a record holds. */
export function withoutCounts(claim: string): string {
  return listCounts(claim).reduce(
    (text, { start, end }) => text.slice(0, start) + ' '.repeat(end - start) + text.slice(end),
    claim,
  );
}

interface Count {
  readonly number: number;
  readonly kinds: readonly CountedKind[];
  readonly start: number;
  readonly end: number;
}

function listCounts(claim: string): readonly Count[] {
  const plain = withoutPhases(claim);
  return patterns.flatMap((pattern) =>
    [...plain.matchAll(pattern)].flatMap((match) => {
      const { said, noun: named, one } = match.groups ?? {};
      const text = one === undefined ? (said ?? '') : '1';
      const number = read(text);
      const isBare = one === undefined && number === 1;
      if (isYear.test(text) || isBare || Number.isNaN(number)) return [];
      const word = named ?? one?.split(/\s+/).at(-1) ?? '';
      const start = match.index + (one === undefined ? match[0].indexOf(text) : 0);
      return [{ number, kinds: kindsOf(word), start, end: start + (one ?? text).length }];
    }),
  );
}

/** `Three phase 3 trials` are three; every letter keeps its place. */
function withoutPhases(claim: string): string {
  const phase =
    /(?<![\p{L}])(?:phases?|фаз[а-яё]*)[\s-]*(?:[0-6]|i{1,3}|iv)[ab]?(?![\p{L}\p{N}])(?:\s*(?:\/|-|–|and|or|и|или)\s*(?:[0-6]|i{1,3}|iv)[ab]?(?![\p{L}\p{N}]))*|(?<![\p{L}\p{N}])(?:[0-6]|i{1,3}|iv)(?:-?[а-яё]{1,2})?\s+фаз[а-яё]*/giu;
  return claim.replaceAll(phase, (words) => ' '.repeat(words.length));
}

function kindsOf(word: string): readonly CountedKind[] {
  return kindsByNoun.find(([, pattern]) => word !== '' && pattern.test(word))?.[0] ?? bothKinds;
}

const bothKinds: readonly CountedKind[] = ['trial', 'publication'];
const trialsAlone: readonly CountedKind[] = ['trial'];
const others: Readonly<Record<string, number>> = {
  dozen: 12,
  couple: 2,
  both: 2,
  hundred: 100,
  оба: 2,
  обе: 2,
  сто: 100,
};

function read(text: string): number {
  if (/\d/.test(text)) return Number(text.replaceAll(/\D/g, ''));
  const parts = text.toLowerCase().split(/[-\s]+/);
  return parts.reduce((sum, part) => sum + (others[part] ?? readNumber(part)), 0);
}

function isRight(
  { number, kinds }: Count,
  claim: string,
  { cited, all, held, counts }: CountedRecords,
): boolean {
  // Only studies of the registry have a status or a phase.
  const isPart = readStatuses(claim).values.length + readPhases(claim).values.length > 0;
  const meant = isPart && kinds.includes('trial') ? trialsAlone : kinds;
  const sizes = [meant, ...meant.map((kind) => [kind])].map((some) => countKinds(all, some));
  if (sizes.includes(number) || meant.some((kind) => counts?.[kind].has(number))) return true;
  const isOfRun = ofRun.test(claim) && !ofReview.test(claim);
  if (number === countKinds(cited, meant) && (!isOfRun || isPart)) return true;
  return !isOfRun && listCounts(held).some((told) => told.number === number);
}

function countKinds(sources: readonly RecordSource[], kinds: readonly CountedKind[]): number {
  return sources.filter(({ kind }) => kinds.some((one) => one === kind)).length;
}
