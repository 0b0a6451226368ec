import { splitSentences } from '@lectern/grounding';
import type { RecordSource } from './record-source.ts';

export interface StatementFacts {
  readonly sources: readonly RecordSource[];
  /** Numbers that code counted or a service said of its own answer. */
  readonly counts: ReadonlySet<string>;
  /** Identifiers that the question names, which an answer may say that it did not find. */
  readonly asked: ReadonlySet<string>;
  /** Put together by code: a line is a statement, and a line of counts needs no source. */
  readonly isComposed: boolean;
}

export interface CheckedStatements {
  readonly text: string;
  readonly removed: readonly { readonly text: string; readonly reason: string }[];
}

/**
 * Takes out every statement that names an identifier, number, date, phase, status or title that no
 * record it cites holds. What it cites is what it is held against; a sentence of the suite's own may
 * name counts.
 */
export function checkStatements(text: string, facts: StatementFacts): CheckedStatements {
  const removed: { text: string; reason: string }[] = [];
  let kept = '';
  let from = 0;
  for (const sentence of facts.isComposed ? splitLines(text) : splitStatements(text)) {
    const reason = findFault(sentence.text, facts);
    if (reason === undefined) continue;
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
function splitStatements(text: string): Statement[] {
  const sentences = splitSentences(text);
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

const identifier = /\bNCT\d{8}\b|\bPMID:?\s*\d+|\b\d{7,9}\b/gi;

function findFault(statement: string, facts: StatementFacts): string | undefined {
  const markers = [...statement.matchAll(/\[(\d{1,3})\]/g)].map(([, n]) => Number(n));
  const claim = statement.replaceAll(/\[\d{1,3}\]/g, ' ');
  const cited = facts.sources.filter(({ n }) => markers.includes(n));
  if (markers.some((n) => !facts.sources.some((source) => source.n === n))) return 'unknown_source';
  if (cited.length === 0 && !facts.isComposed) return 'no_source';
  const held = (cited.length > 0 ? cited : [])
    .map(({ passages: [{ title, text }] }) => `${title}\n${text}`)
    .join('\n');
  for (const [found] of claim.matchAll(identifier)) {
    const id = found.replace(/^PMID:?\s*/i, '').toUpperCase();
    if (!held.toUpperCase().includes(id) && !facts.asked.has(id)) return `identifier ${id}`;
  }
  const rest = claim.replaceAll(identifier, ' ');
  return (
    findWrongDate(rest, held) ??
    findWrongPhase(rest, held) ??
    findWrongStatus(rest, cited) ??
    findWrongNumber(rest, held, facts, cited.length === 0) ??
    findWrongTitle(rest, held)
  );
}

const months =
  'January|February|March|April|May|June|July|August|September|October|November|December';
const writtenDate = new RegExp(`\\b(?:\\d{1,2} )?(?:${months}) \\d{4}\\b`, 'g');

function findWrongDate(claim: string, held: string): string | undefined {
  const dates = [
    ...(claim.match(/\b\d{4}-\d{2}(?:-\d{2})?\b/g) ?? []),
    ...(claim.match(writtenDate) ?? []),
  ];
  const wrong = dates.find((date) => !held.includes(date));
  return wrong && `date ${wrong}`;
}

const phasePattern = /\b(?:phase|фаз[а-яё]*)[ -]?(\d|IV|I{1,3})\b/gi;

function findWrongPhase(claim: string, held: string): string | undefined {
  const roman: Readonly<Record<string, string>> = { I: '1', II: '2', III: '3', IV: '4' };
  const read = (text: string) =>
    [...text.matchAll(phasePattern)].map(([, phase = '']) => roman[phase.toUpperCase()] ?? phase);
  const known = new Set(read(held));
  const wrong = read(claim).find((phase) => !known.has(phase));
  return wrong && `phase ${wrong}`;
}

const statusWords = ['recruiting', 'completed', 'terminated', 'withdrawn', 'suspended'];

/** Of studies alone, and where the sentence is about how the study stands. */
function findWrongStatus(claim: string, cited: readonly RecordSource[]): string | undefined {
  const trials = cited.flatMap((source) => (source.kind === 'trial' ? [source] : []));
  if (trials.length === 0 || trials.length < cited.length) return undefined;
  const said = statusWords.filter((word) => new RegExp(`\\b${word}\\b`, 'i').test(claim));
  const wrong = said.find((word) =>
    trials.every(({ passages: [{ text }] }) => !text.toLowerCase().includes(word)),
  );
  return wrong && `status ${wrong}`;
}

const numberPattern = /\p{N}+(?:[,\u00a0 ]\p{N}{3})*(?:\.\p{N}+)?/gu;

function findWrongNumber(
  claim: string,
  held: string,
  { counts }: StatementFacts,
  isUncited: boolean,
): string | undefined {
  const read = (text: string) =>
    (text.match(numberPattern) ?? []).map((number) => number.replaceAll(/[,\u00a0 ]/g, ''));
  const known = new Set(read(held));
  // Parts of a range or a list of digits may be written together in the record.
  const plain = held.replaceAll(/[,\u00a0 ]/g, '');
  const wrong = read(claim).find(
    (number) =>
      !known.has(number) && !(isUncited && counts.has(number)) && !plain.includes(`${number}%`),
  );
  return wrong && `number ${wrong}`;
}

function findWrongTitle(claim: string, held: string): string | undefined {
  const simple = (text: string) =>
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
  const known = simple(held);
  for (const [, quoted = ''] of claim.matchAll(/["“«]([^"”»]{12,})["”»]/g)) {
    if (!known.includes(simple(quoted))) return 'title';
  }
  return undefined;
}
