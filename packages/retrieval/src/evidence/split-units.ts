import { type Sentence, splitSentences } from '../text/split-sentences.ts';
import { findTableRows, formatRow, type TableRow } from '../text/table-rows.ts';

/** `label: value`, `path.to.label: value`, or an element of mark-up with its text. */
const row = /^\s*\S(?:[^.!?。！？\n]|\.(?=[\p{L}\p{N}_])){1,60}[:：]\s*\S|^\s*<\w+>.*<\/\w+>\s*$/u;
/** Markdown's list of link targets, which nobody reads. */
const linkTarget = /^\[[^\]\n]+\]:\s*\S+(?:\s+["'(].*)?$/;
/** A row that is longer is taken sentence by sentence: without names of columns it may be running text. */
const maxNamedRowLength = 600;
const maxRowLength = 200;

export interface Unit extends Sentence {
  /** As it is read aloud: of a row each cell with the name of its column. */
  readonly said: string;
  /** Undefined for anything but a row of a table. */
  readonly row: TableRow | undefined;
}

/**
 * What an answer is made of: sentences, and the rows of a table or form each for itself, without
 * targets of links. The header of a table is told with each of its rows. Offsets are code units of
 * the text.
 */
export function splitUnits(text: string): Unit[] {
  return splitStatements(text).filter((unit) => !unit.row?.isHeader && !linkTarget.test(unit.text));
}

/** The same with headers of tables and targets of links: all that can be quoted. */
export function splitStatements(text: string): Unit[] {
  const rows = findTableRows(text).filter(({ start, end, cells }) => {
    const isNamed = cells.some(({ name }) => name !== undefined);
    return end - start <= (isNamed ? maxNamedRowLength : maxRowLength);
  });
  const addedRows = new Set<TableRow>();
  let next = 0;
  return splitSentences(text).flatMap((sentence): Unit[] => {
    while ((rows[next]?.end ?? Number.POSITIVE_INFINITY) <= sentence.start) next += 1;
    const found = rows[next];
    if (!found || found.start >= sentence.end) return splitForm(sentence).map(toUnit);
    if (addedRows.has(found)) return [];
    addedRows.add(found);
    const { start, end } = found;
    return [
      {
        text: text.slice(start, end),
        start,
        end,
        paragraph: sentence.paragraph,
        said: formatRow(found),
        row: found,
      },
    ];
  });
}

function toUnit(sentence: Sentence): Unit {
  return { ...sentence, said: sentence.text, row: undefined };
}

function splitForm(sentence: Sentence): Sentence[] {
  const lines = sentence.text.split('\n');
  const rows = lines.filter((line) => row.test(line)).length;
  const isSplit = rows >= lines.length / 2 || lines.some((line) => linkTarget.test(line));
  return lines.length > 1 && isSplit ? splitLines(sentence) : [sentence];
}

function splitLines({ text, start, paragraph }: Sentence): Sentence[] {
  const lines: Sentence[] = [];
  let from = start;
  for (const line of text.split('\n')) {
    const trimmed = line.trim();
    const first = from + line.indexOf(trimmed);
    if (/[\p{L}\p{N}]/u.test(trimmed)) {
      lines.push({ text: trimmed, start: first, end: first + trimmed.length, paragraph });
    }
    from += line.length + 1;
  }
  return lines;
}

const label = /^\s*(?:<(\w+)>|([^|:：]{2,60}?)[:：]\s?)/u;

/** What stands before the value in a row; undefined for anything else. */
export function findLabel({ text, row: found }: Unit): string | undefined {
  if (found) return found.cells.length > 1 ? found.cells[0]?.text : findLineLabel(text);
  return findLineLabel(text);
}

function findLineLabel(text: string): string | undefined {
  const match = label.exec(text);
  return (match?.[1] ?? match?.[2])?.trim();
}
