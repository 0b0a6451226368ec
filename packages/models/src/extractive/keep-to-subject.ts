import type { Analyzer } from '@lectern/retrieval';
import type { scoreUnits } from '@lectern/retrieval/evidence';

type Unit = ReturnType<typeof scoreUnits>[number];

interface Asked {
  readonly question: string;
  readonly query: string;
}

const word = /[\p{L}\p{N}]+(?:[-_/.][\p{L}\p{N}]+)*/gu;
/** What tells one thing from another: `V-4001`, `H-3`. */
const code = /\p{L}.*\p{N}|\p{N}.*\p{L}/u;
/** The same, and numbers long enough for a year or an order. */
const codeOrNumber = /\p{L}.*\p{N}|\p{N}.*\p{L}|^\p{N}{4,}$/u;
const minCells = 3;

/**
 * Leaves rows of tables out that are about something else. A row says itself what it is about: where
 * rows hold what a question names, or what the question before a follow-up names, only they can
 * answer it.
 */
export function keepToSubject<Kept extends Unit>(
  analyzer: Analyzer,
  asked: Asked,
  units: readonly Kept[],
): readonly Kept[] {
  const rows = units.filter(isOfTable);
  const about = findRowsAbout(analyzer, asked, rows);
  if (!about) return units;
  const sources = new Set(about.map(({ source }) => source));
  // A form has a row for each thing that it says of one subject.
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
      const held = new Set(listNames(tellValues(row), codeOrNumber));
      return names.some((name) => held.has(name));
    });
    return found.length > 0 ? found : undefined;
  };
  const own = holding(listNames(asked.question, code));
  const earlier = listEarlier(asked);
  if (own || earlier.length === 0) return own;

  const values = rows.map((row) => new Set(analyzer.analyzeDocument(tellValues(row))));
  const listTelling = (text: string) =>
    analyzer.analyzeQuery(text).flatMap(({ term }) => {
      const count = values.filter((held) => held.has(term)).length;
      return count > 0 && count < values.length ? term : [];
    });
  if (listTelling(asked.question).length > 0) return undefined;
  for (const question of earlier) {
    const named = holding(listNames(question, codeOrNumber));
    if (named) return named;
    const told = listTelling(question);
    const counts = values.map((held) => told.filter((term) => held.has(term)).length);
    if (told.length > 0) return rows.filter((_, at) => counts[at] === Math.max(...counts));
  }
  return undefined;
}

/** The questions that a follow-up leans on, the last first. */
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

/** What a row says without the names of its columns. */
function tellValues({ row }: Unit): string {
  return (row?.cells ?? []).map(({ text }) => text).join(' | ');
}
