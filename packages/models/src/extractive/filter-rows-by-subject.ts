import type { Analyzer } from '@lectern/retrieval';
import type { scoreUnits } from '@lectern/retrieval/evidence';

type Unit = ReturnType<typeof scoreUnits>[number];

interface Asked {
  readonly question: string;
  readonly query: string;
}

const word = /[\p{L}\p{N}]+(?:[-_/.][\p{L}\p{N}]+)*/gu;
/** Identifiers with letters and digits: `V-4001`, `H-3`. */
const code = /\p{L}.*\p{N}|\p{N}.*\p{L}/u;
/** Identifiers, and numbers of four or more digits, such as years and orders. */
const codeOrNumber = /\p{L}.*\p{N}|\p{N}.*\p{L}|^\p{N}{4,}$/u;
const minCells = 3;

/**
 * Removes table rows that are about something else. Where rows contain the names in the question, or
 * in the question before a follow-up, only these rows can answer it.
 */
export function filterRowsBySubject<Kept extends Unit>(
  analyzer: Analyzer,
  asked: Asked,
  units: readonly Kept[],
): readonly Kept[] {
  const rows = units.filter(isOfTable);
  const about = findRowsAbout(analyzer, asked, rows);
  if (!about) return units;
  const sources = new Set(about.map(({ source }) => source));
  // All rows of a form describe the same subject.
  return units.filter(
    (unit) => !unit.row || about.includes(unit) || (!isOfTable(unit) && sources.has(unit.source)),
  );
}

function findRowsAbout<Kept extends Unit>(
  analyzer: Analyzer,
  asked: Asked,
  rows: readonly Kept[],
): readonly Kept[] | undefined {
  const holding = (names: readonly string[]) => {
    const found = rows.filter((row) => {
      const held = new Set(listNames(formatValues(row), codeOrNumber));
      return names.some((name) => held.has(name));
    });
    return found.length > 0 ? found : undefined;
  };
  const own = holding(listNames(asked.question, code));
  const earlier = listEarlier(asked);
  if (own || earlier.length === 0) return own;

  const values = rows.map((row) => new Set(analyzer.analyzeDocument(formatValues(row))));
  const listDistinctive = (text: string) =>
    analyzer.analyzeQuery(text).flatMap(({ term }) => {
      const count = values.filter((held) => held.has(term)).length;
      return count > 0 && count < values.length ? term : [];
    });
  if (listDistinctive(asked.question).length > 0) return undefined;
  for (const question of earlier) {
    const named = holding(listNames(question, codeOrNumber));
    if (named) return named;
    const distinctive = listDistinctive(question);
    const counts = values.map((held) => distinctive.filter((term) => held.has(term)).length);
    if (distinctive.length > 0) return rows.filter((_, at) => counts[at] === Math.max(...counts));
  }
  return undefined;
}

/** Returns the earlier questions that a follow-up refers to, the last first. */
function listEarlier({ question, query }: Asked): string[] {
  if (query === question || !query.endsWith(question)) return [];
  const before = query.slice(0, -question.length);
  const sentences = before.split(/(?<=[?？؟])\s*|(?<=[.!])\s+|(?<=[。！])/u);
  return sentences.filter((one) => /[?？؟]\s*$/u.test(one)).toReversed();
}

function listNames(text: string, kind: RegExp): string[] {
  return (text.match(word) ?? []).filter((one) => kind.test(one)).map((one) => one.toLowerCase());
}

function isOfTable({ row }: Unit): boolean {
  return row !== undefined && row.cells.length >= minCells;
}

/** Formats a row without the names of its columns. */
function formatValues({ row }: Unit): string {
  return (row?.cells ?? []).map(({ text }) => text).join(' | ');
}
