import { splitSentences } from '@lectern/grounding';
import type { Analyzer } from '@lectern/retrieval';
import { readNumber, writtenNumber } from '../frame/read-number.ts';
import { readPhases } from '../frame/read-phases.ts';
import { readStatuses } from '../frame/read-trial-filters.ts';
import { registryNumberPattern } from '../registry-numbers.ts';
import { asJoined } from './claims/as-joined.ts';
import { isDenying } from './claims/claim-words.ts';
import { findContradiction } from './claims/find-contradiction.ts';
import { findUnheldWord } from './claims/find-unheld-word.ts';
import { findWrongArm } from './claims/find-wrong-arm.ts';
import { findWrongCount, type RecordCounts, withoutCounts } from './claims/find-wrong-count.ts';
import { findWrongFact } from './claims/find-wrong-fact.ts';
import { findWrongKindOfDate } from './claims/find-wrong-kind-of-date.ts';
import { findWrongPlace } from './claims/find-wrong-place.ts';
import { findWrongSize } from './claims/find-wrong-size.ts';
import { findWrongSubject } from './claims/find-wrong-subject.ts';
import { findWrongTopic } from './claims/find-wrong-topic.ts';
import { findWrongType } from './claims/find-wrong-type.ts';
import { findWrongUnit } from './claims/find-wrong-unit.ts';
import { findWrongVariant } from './claims/find-wrong-variant.ts';
import { inEnglish } from './claims/in-english.ts';
import { listUnsupported } from './claims/list-unsupported.ts';
import { findWrongDate } from './find-wrong-date.ts';
import { findWrongName } from './find-wrong-name.ts';
import type { RecordSource } from './record-source.ts';
import { findWrongTitle } from './titles/find-wrong-title.ts';
import { withPoints } from './with-points.ts';
import { describeStatus } from './words.ts';

export interface StatementFacts {
  readonly analyzer: Analyzer;
  readonly sources: readonly RecordSource[];
  /** Numbers that code counted or a service said of its own answer. */
  readonly counts: ReadonlySet<string>;
  /** Of those the ones that a model may name, by what they count. */
  readonly recordCounts?: RecordCounts;
  /** Identifiers that the services were asked for, which an answer may say that it did not find. */
  readonly asked: ReadonlySet<string>;
  /** What was asked: its names may be told of as what a record does not have. */
  readonly question: string;
  /** Put together by code: a line is a statement, and a line of counts needs no source. */
  readonly isComposed: boolean;
}

export interface CheckedStatements {
  readonly text: string;
  readonly removed: readonly { readonly text: string; readonly reason: string }[];
}

/**
 * Takes out every statement that names an identifier, number, date, phase, status, name or title that
 * no record it cites holds, and of a model's those that its records contradict or do not say. What a
 * statement cites is what it is held against; a sentence of the suite's own may name counts. Of several
 * markers those go whose records do not say it.
 */
export function checkStatements(text: string, facts: StatementFacts): CheckedStatements {
  const removed: { text: string; reason: string }[] = [];
  let kept = '';
  let from = 0;
  for (const sentence of facts.isComposed
    ? splitLines(text)
    : splitStatements(text, facts.sources)) {
    const reason = findFault(sentence.text, facts);
    if (reason === undefined) {
      const unsupported = facts.isComposed ? [] : listUnsupported(withPoints(sentence.text), facts);
      kept += text.slice(from, sentence.start) + withoutNumbers(sentence.text, unsupported);
      from = sentence.end;
      continue;
    }
    removed.push({ text: sentence.text, reason });
    kept += text.slice(from, sentence.start).replace(/\n[ \t]*(?:[-*•]|\d+[.)])[ \t]*$/, '\n');
    from = sentence.end;
  }
  kept += text.slice(from);
  const tidy = kept
    .replaceAll(/[ \t]+\n/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
  return { text: tidy, removed };
}

function withoutNumbers(statement: string, numbers: readonly number[]): string {
  return statement.replaceAll(/(\s?)((?:\[\d{1,3}\])+)/g, (_, space: string, markers: string) => {
    const left = markers.replaceAll(/\[(\d{1,3})\]/g, (marker, n) =>
      numbers.includes(Number(n)) ? '' : marker,
    );
    return left && `${space}${left}`;
  });
}

interface Statement {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

function splitLines(text: string): Statement[] {
  return [...text.matchAll(/[^\n]+/g)].map(({ 0: line, index }) => ({
    text: line,
    start: index,
    end: index + line.length,
  }));
}

/** Sentences, each with the markers that follow its full stop. */
function splitStatements(text: string, sources: readonly RecordSource[]): Statement[] {
  const sentences = joinTitles(splitSentences(text), findTitles(text, sources));
  return sentences.map(({ start, end }, index) => {
    const next = sentences[index + 1]?.start ?? text.length;
    const trailing = /^\s*(?:\[\d{1,3}\]\s*)+/.exec(text.slice(end, next))?.[0] ?? '';
    const own = /^(?:\[\d{1,3}\]\s*)+/.exec(text.slice(start, end))?.[0] ?? '';
    const first = own.length < end - start ? start + own.length : start;
    const last = end + trailing.trimEnd().length;
    // Markers at the beginning of the next sentence belong to this one.
    const following = sentences[index + 1];
    const taken = following
      ? (/^(?:\[\d{1,3}\]\s*)+/.exec(text.slice(following.start, following.end))?.[0] ?? '')
      : '';
    const reached = taken && following ? following.start + taken.trimEnd().length : last;
    return { start: first, end: reached, text: text.slice(first, reached) };
  });
}

type Span = Pick<Statement, 'start' | 'end'>;

/** Where a text holds titles of records. */
function findTitles(text: string, sources: readonly RecordSource[]): readonly Span[] {
  const lower = text.toLowerCase();
  return sources.flatMap(({ passages: [{ title }] }) => {
    const start = title === '' ? -1 : lower.indexOf(title.toLowerCase().replace(/[.?!]$/, ''));
    return start === -1 ? [] : [{ start, end: start + title.length - 1 }];
  });
}

/** A full stop within a title ends no sentence. */
function joinTitles(sentences: readonly Span[], titles: readonly Span[]): readonly Span[] {
  const joined: Span[] = [];
  for (const sentence of sentences) {
    const last = joined.at(-1);
    const isInTitle = titles.some(
      ({ start, end }) => start < sentence.start && sentence.start < end,
    );
    if (last && isInTitle) joined[joined.length - 1] = { start: last.start, end: sentence.end };
    else joined.push(sentence);
  }
  return joined;
}

const identifier = new RegExp(
  `(?<![\\p{L}\\p{N}])NCT\\s?\\d{8}(?![\\p{L}\\p{N}])|${registryNumberPattern}|\\bPMID:?\\s*\\d+|\\bPMC\\d+\\b|\\b10\\.\\d{4,9}\\/[^\\s\\])]*[\\p{L}\\p{N}]|\\b\\d{7,9}\\b`,
  'giu',
);

function findFault(written: string, facts: StatementFacts): string | undefined {
  const markers = [...written.matchAll(/\[(\d{1,3})\]/g)].map(([, n]) => Number(n));
  const cited = facts.sources.filter(({ n }) => markers.includes(n));
  if (markers.some((n) => !facts.sources.some((source) => source.n === n))) return 'unknown_source';
  if (cited.length === 0 && !facts.isComposed) return 'no_source';
  const held = (cited.length > 0 ? cited : [])
    .map(({ passages: [{ title, text }] }) => `${title}\n${text}`)
    .join('\n');
  const statement = asJoined(withPoints(written), held);
  const claim = statement.replaceAll(/\[\d{1,3}\]/g, ' ');
  const known = new Set(listIdentifiers(held));
  // The suite's own sentence says that there is no record of what was asked for.
  const asked = facts.isComposed && cited.length === 0 ? facts.asked : none;
  const wrongId = listIdentifiers(claim).find((id) => !known.has(id) && !asked.has(id));
  if (wrongId) return `identifier ${wrongId}`;
  const rest = claim.replaceAll(identifier, ' ');
  return (
    findWrongDate(rest, held) ??
    findWrongPhase(rest, held) ??
    findWrongStatus(rest, cited) ??
    (facts.isComposed
      ? undefined
      : findWrongCount(rest, {
          cited,
          all: facts.sources,
          held,
          counts: facts.recordCounts,
        })) ??
    findWrongNumber(
      facts.isComposed ? rest : withoutCounts(rest),
      held,
      cited.length === 0 ? facts.counts : none,
    ) ??
    // A marker ends what stands before it.
    findWrongTitle(statement.replaceAll(/\[\d{1,3}\]/g, ' ; '), { cited, all: facts.sources }) ??
    (facts.isComposed ? undefined : findUnsaid(rest, { ...facts, cited, held, statement }))
  );
}

/** What the records that a model cites do not say, or say otherwise. */
function findUnsaid(
  claim: string,
  {
    cited,
    held,
    statement,
    ...facts
  }: StatementFacts & {
    readonly cited: readonly RecordSource[];
    readonly held: string;
    readonly statement: string;
  },
): string | undefined {
  const english = inEnglish(claim, held);
  const nameable = isDenying(english) ? `${held}\n${facts.question}` : held;
  const { aside, rest } = readStatuses(english);
  return (
    findWrongName(claim, nameable) ??
    findWrongTopic(claim, nameable) ??
    findWrongKindOfDate(claim, held) ??
    findWrongSize(claim, held) ??
    findWrongUnit(claim, held) ??
    findWrongType(claim, held) ??
    findWrongVariant(english, held, cited) ??
    findWrongFact(facts.analyzer, english, cited) ??
    findWrongPlace(facts.analyzer, english, cited) ??
    findWrongArm(claim, cited) ??
    findWrongSubject(claim, cited) ??
    findDeniedStatus(aside, cited) ??
    findContradiction(facts.analyzer, aside.length > 0 ? rest : english, {
      cited,
      asked: facts.question,
    }) ??
    (listUnsupported(tellStatus(withoutCounts(statement), aside, cited), facts).length ===
    cited.length
      ? 'unsupported'
      : undefined) ??
    findUnheldWord(facts.analyzer, aside.length > 0 ? rest : english, {
      cited,
      question: isDenying(english) ? facts.question : '',
    })
  );
}

/** Where a record is cited, nothing but the record vouches for what is said. */
const none: ReadonlySet<string> = new Set();

/** Identifiers that one passage of an own document holds. */
export interface Unfetched {
  readonly n: number;
  readonly ids: readonly string[];
}

/**
 * Identifiers of publications and studies in an answer that only passages of own documents hold, as
 * they are written there, by the passages that the answer cites.
 */
export function listUnfetched(
  text: string,
  sources: readonly RecordSource[],
): readonly Unfetched[] {
  const written = (source: RecordSource) => {
    const [{ title, text: held }] = source.passages;
    return [...`${title}\n${held}`.matchAll(identifier)].map(([found]) => found);
  };
  const named = new Set(listIdentifiers(text));
  const fetched = new Set(
    sources
      .filter(({ kind }) => kind !== 'document')
      .flatMap(written)
      .map(normalise),
  );
  return sources.flatMap((source) => {
    if (source.kind !== 'document' || !text.includes(`[${source.n}]`)) return [];
    const ids = written(source).filter((id) => {
      const isBareNumber = /^\d{7,9}$/.test(id);
      return !isBareNumber && named.has(normalise(id)) && !fetched.has(normalise(id));
    });
    return ids.length > 0 ? [{ n: source.n, ids: [...new Set(ids)] }] : [];
  });
}

function listIdentifiers(text: string): string[] {
  return [...text.matchAll(identifier)].map(([found]) => normalise(found));
}

function normalise(id: string): string {
  return id
    .replace(/^PMID:?\s*/i, '')
    .replaceAll(/\s/g, '')
    .toUpperCase();
}

function findWrongPhase(claim: string, held: string): string | undefined {
  const known = readPhases(held).values;
  const wrong = readPhases(claim).values.find((phase) => !known.includes(phase));
  return wrong?.toLowerCase().replace('early_', 'early ').replace('phase', 'phase ');
}

/** Where a sentence is about a study: what it says of how the study stands. */
function findWrongStatus(claim: string, cited: readonly RecordSource[]): string | undefined {
  if (!cited.some(({ kind }) => kind === 'trial')) return undefined;
  const known = cited.flatMap(({ passages: [{ text }] }) => [
    ...readStatuses(text.replaceAll('_', ' ')).values,
  ]);
  const wrong = readStatuses(claim).values.find((status) => !known.includes(status));
  return wrong && `status ${wrong.toLowerCase().replaceAll('_', ' ')}`;
}

/** A statement with the status that a study has in place of one that it denies rightly. */
function tellStatus(
  statement: string,
  denied: readonly string[],
  cited: readonly RecordSource[],
): string {
  const own = cited.flatMap((source) =>
    source.kind === 'trial' ? [describeStatus(source.record.status, 'en')] : [],
  );
  return denied.reduce((said, words) => said.replace(words, own.join(' ')), statement);
}

/** A status that a sentence denies of a study that has it. */
function findDeniedStatus(
  denied: readonly string[],
  cited: readonly RecordSource[],
): string | undefined {
  const own = cited.flatMap((source) => (source.kind === 'trial' ? [source.record.status] : []));
  const wrong = denied
    .flatMap((words) => readStatuses(words.replace(/^\S+\s+/, '')).values)
    .find((status) => own.includes(status));
  return wrong && `status not ${wrong.toLowerCase().replaceAll('_', ' ')}`;
}

const numberPattern = /\p{N}+(?:[,\u00a0 ]\p{N}{3})*(?:\.\p{N}+)?/gu;

function findWrongNumber(
  claim: string,
  held: string,
  counts: StatementFacts['counts'],
): string | undefined {
  const known = new Set([...readNumbers(held), ...readNumberWords(held)]);
  const wrong = [...readNumbers(claim), ...readNumberWords(claim)].find(
    (number) => !known.has(number) && !counts.has(number),
  );
  return wrong && `number ${wrong}`;
}

function readNumbers(text: string): string[] {
  const plain = text.replaceAll('·', '.');
  return (plain.match(numberPattern) ?? []).map((number) => number.replaceAll(/[,\u00a0 ]/g, ''));
}

const numberWord = new RegExp(`(?<![\\p{L}\\p{N}])(?:${writtenNumber})(?![\\p{L}\\p{N}])`, 'giu');

/** From two on: `one` also stands for no number. */
function readNumberWords(text: string): string[] {
  return (text.match(numberWord) ?? [])
    .filter((word) => !/\d/.test(word))
    .map(readNumber)
    .filter((number) => number > 1)
    .map(String);
}
