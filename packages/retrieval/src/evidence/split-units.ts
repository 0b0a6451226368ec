import { type Sentence, splitSentences } from '../text/split-sentences.ts';
import { findTableRows, formatRow, type TableRow } from '../text/table-rows.ts';

/** `label: value`, `path.to.label: value`, or an element of mark-up with its text. */
const row = /^\s*\S(?:[^.!?。！？\n]|\.(?=[\p{L}\p{N}_])){1,60}[:：]\s*\S|^\s*<\w+>.*<\/\w+>\s*$/u;
/** Markdown's list of link targets, which is not displayed. */
const linkTarget = /^\[[^\]\n]+\]:\s*\S+(?:\s+["'(].*)?$/;
/** Longer rows are split into sentences. Without names of columns a row may be running text. */
const maxNamedRowLength = 600;
const maxRowLength = 200;

export interface Unit extends Sentence {
  /** Text for a reader: in a row every cell follows the name of its column. */
  readonly readableText: string;
  /** Undefined unless the unit is a row of a table. */
  readonly row: TableRow | undefined;
  /** 1 to 6 for `#` to `######`, 7 for a line in bold type; undefined unless it is a heading. */
  readonly headingLevel: number | undefined;
}

/**
 * Splits a text into the units of an answer: sentences and single rows of tables and forms. Link
 * targets are left out, and so are headers of tables, since each row repeats the names of its
 * columns. Offsets are code units of the text.
 */
export function splitUnits(text: string): Unit[] {
  return splitStatements(text).filter((unit) => !unit.row?.isHeader && !linkTarget.test(unit.text));
}

/** Splits a text into all that can be quoted, including headers of tables and link targets. */
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
    if (!found || found.start >= sentence.end)
      return splitForm(sentence).map((unit) => toUnit(unit, text));
    if (addedRows.has(found)) return [];
    addedRows.add(found);
    const { start, end } = found;
    return [
      {
        text: text.slice(start, end),
        start,
        end,
        paragraph: sentence.paragraph,
        readableText: formatRow(found),
        row: found,
        headingLevel: undefined,
      },
    ];
  });
}

function toUnit(sentence: Sentence, text: string): Unit {
  const headingLevel = findHeadingLevel(sentence, text);
  return { ...sentence, readableText: sentence.text, row: undefined, headingLevel };
}

const hashes = /^#{1,6}(?=\s)/;
const bold = /^(?:\*\*[^*\n]+\*\*|__[^_\n]+__):?$/;
const boldLevel = 7;
const startsLine = /(?:^|\n)[^\S\n]*$/;
const endsLine = /^[^\S\n]*(?:\n|$)/;

function findHeadingLevel({ text: own, start, end }: Sentence, text: string): number | undefined {
  const level = hashes.exec(own)?.[0].length;
  if (level !== undefined || !bold.test(own)) return level;
  const isLine = startsLine.test(text.slice(0, start)) && endsLine.test(text.slice(end));
  return isLine ? boldLevel : undefined;
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

/** Returns the label before the value in a row; undefined for other units. */
export function findLabel({ text, row: found }: Unit): string | undefined {
  if (found) return found.cells.length > 1 ? found.cells[0]?.text : findLineLabel(text);
  return findLineLabel(text);
}

function findLineLabel(text: string): string | undefined {
  const match = label.exec(text);
  return (match?.[1] ?? match?.[2])?.trim();
}
