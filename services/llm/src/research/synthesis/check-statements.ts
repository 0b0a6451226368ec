import type { Analyzer } from '@lectern/retrieval';
import { readStatuses } from '../frame/read-trial-filters.ts';
import { asJoined } from './claims/as-joined.ts';
import { isDenying } from './claims/claim-words.ts';
import { findContradiction } from './claims/find-contradiction.ts';
import { findUnheldWord } from './claims/find-unheld-word.ts';
import { findWrongArm } from './claims/find-wrong-arm.ts';
import { findWrongCount, type RecordCounts, withoutCounts } from './claims/find-wrong-count.ts';
import { findWrongFact } from './claims/find-wrong-fact.ts';
import { findWrongKindOfDate } from './claims/find-wrong-kind-of-date.ts';
import { findWrongNumber } from './claims/find-wrong-number.ts';
import { findWrongPhase } from './claims/find-wrong-phase.ts';
import { findWrongPlace } from './claims/find-wrong-place.ts';
import { findWrongSize } from './claims/find-wrong-size.ts';
import { findDeniedStatus, findWrongStatus, tellStatus } from './claims/find-wrong-status.ts';
import { findWrongSubject } from './claims/find-wrong-subject.ts';
import { findWrongTopic } from './claims/find-wrong-topic.ts';
import { findWrongType } from './claims/find-wrong-type.ts';
import { findWrongUnit } from './claims/find-wrong-unit.ts';
import { findWrongVariant } from './claims/find-wrong-variant.ts';
import { inEnglish } from './claims/in-english.ts';
import { listUnsupported } from './claims/list-unsupported.ts';
import { findWrongDate } from './find-wrong-date.ts';
import { findWrongName } from './find-wrong-name.ts';
import { identifier, listIdentifiers } from './identifiers.ts';
import type { RecordSource } from './record-source.ts';
import { splitLines, splitStatements } from './split-statements.ts';
import { findWrongTitle } from './titles/find-wrong-title.ts';
import { withPoints } from './with-points.ts';

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
