import { checkCitations } from '@lectern/answering';
import type { Analyzer } from '@lectern/retrieval';
import { readNumber, writtenNumber } from '../../frame/read-number.ts';
import { listFields, type RecordSource } from '../record-source.ts';
import { isDenying } from './claim-words.ts';
import { inEnglish } from './in-english.ts';

/** Share of a statement's words that the fields of a record must hold where no sentence of it holds half. */
const minInFields = 2 / 3;
/** Every record is one of these. */
const generic =
  /(?<![\p{L}])(?:stud(?:y|ies)|trials?|records?|publications?|papers?|articles?|registry|pubmed|clinicaltrials(?:\.gov)?|pmid)(?![\p{L}])/giu;
const romanPhase = /(?<=\bphases?\s)(?:iv|i{1,3})(?![\p{L}])/giu;
const numberWord = new RegExp(`(?<![\\p{L}\\p{N}])(?:${writtenNumber})(?![\\p{L}\\p{N}])`, 'giu');

export interface Records {
  readonly analyzer: Analyzer;
  readonly sources: readonly RecordSource[];
  readonly question: string;
}

/** Numbers of the records that a statement cites without saying what they say. */
export function listUnsupported(statement: string, records: Records): readonly number[] {
  const { analyzer, sources } = records;
  const written = inWordsOf(statement, sources);
  const doubted = listDoubted(analyzer, written, sources);
  if (doubted.length === 0) return [];
  const said = withoutGeneric(written, records);
  const still = listDoubted(analyzer, said, sources);
  const find = (n: number) => sources.find((source) => source.n === n);
  return doubted.filter((n) => still.includes(n) && !isInFields(analyzer, said, find(n)));
}

function listDoubted(
  analyzer: Analyzer,
  statement: string,
  sources: readonly RecordSource[],
): readonly number[] {
  const { citations } = checkCitations(analyzer, statement, sources);
  return citations.filter(({ supported }) => !supported).map(({ n }) => n);
}

/** Whether the fields of a record, which stand apart, hold together what a statement says. */
function isInFields(analyzer: Analyzer, said: string, source: RecordSource | undefined): boolean {
  const fields = source && listFields(source);
  if (!fields) return false;
  const held = new Set(analyzer.analyzeDocument(fields));
  const terms = analyzer.analyzeQuery(said.replaceAll(/\[\d{1,3}\]/g, ' '));
  return terms.filter(({ term }) => held.has(term)).length >= terms.length * minInFields;
}

function withoutGeneric(said: string, { analyzer, question, sources }: Records): string {
  const plain = said
    .replaceAll(generic, ' ')
    .replaceAll(romanPhase, (roman) => String({ i: 1, ii: 2, iii: 3, iv: 4 }[roman.toLowerCase()]))
    .replaceAll(/\[\d{1,3}\]|[^[]+/g, (part) =>
      part.startsWith('[') ? part : part.replaceAll(numberWord, (word) => String(readNumber(word))),
    );
  if (!isDenying(plain)) return plain;
  // What the records do not have is named by the question alone.
  const held = new Set(
    sources.flatMap(({ passages: [{ title, text }] }) =>
      analyzer.analyzeDocument(`${title}\n${text}`),
    ),
  );
  const onlyAsked = (question.match(/\p{L}{4,}/gu) ?? []).filter(
    (word) => !analyzer.analyzeDocument(word).some((term) => held.has(term)),
  );
  return onlyAsked.reduce((text, word) => text.replaceAll(word, ' '), plain);
}

/** A statement as the records that it cites would write it. */
export function inWordsOf(statement: string, sources: readonly RecordSource[]): string {
  const held = sources
    .filter(({ n }) => statement.includes(`[${n}]`))
    .map(({ passages: [{ title, text }] }) => `${title}\n${text}`)
    .join('\n');
  return statement
    .split(/((?:\[\d{1,3}\])+)/)
    .map((part, index) => (index % 2 === 1 ? part : inEnglish(part, held)))
    .join('');
}
