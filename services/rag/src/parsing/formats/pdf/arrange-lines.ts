import { joinCellLines } from './join-cell-lines.ts';
import { partColumns } from './part-columns.ts';
import type { PageCell, PageLine } from './read-page-lines.ts';

/** Minimum characters of a cell of running text. */
const minProseLength = 24;
/** Minimum characters of a line that is not a table cell. */
const minLongLength = 36;
/** Maximum share of a page's rows with running text side by side. */
const maxProseRows = 0.15;

/**
 * Puts the lines of a page into reading order. The order in the file stays, unless it jumps up the
 * page in a way that no columns explain (forms, invoices, tables written column by column): then
 * lines of one height become rows, from top to bottom. Columns that were written line by line are
 * separated, and the lines of a cell are joined. Pages with text in several directions stay as they
 * are.
 */
export function arrangeLines(lines: readonly PageLine[]): PageLine[] {
  const isTurned = lines.some((line) => line.angle !== lines[0]?.angle);
  if (isTurned || lines.length < 2) return [...lines];
  const ordered = isInOrder(lines) ? lines : readRows(lines);
  return joinCellLines(partColumns(ordered));
}

/** Returns true if each jump up the page leads to the top of a column of running text. */
function isInOrder(lines: readonly PageLine[]): boolean {
  let right = Number.NEGATIVE_INFINITY;
  for (const [at, line] of lines.entries()) {
    const before = lines[at - 1];
    if (before !== undefined && line.height > before.height + 0.5 * line.size) {
      if (line.from < right - line.size) return false;
      if (!isColumn(lines.slice(at))) return false;
      right = Number.NEGATIVE_INFINITY;
    }
    right = Math.max(right, line.to);
  }
  return true;
}

/** Returns true if the lines up to the next jump are running text. */
function isColumn(lines: readonly PageLine[]): boolean {
  let length = 0;
  let count = 0;
  for (const [at, line] of lines.entries()) {
    if (at > 0 && line.height > (lines[at - 1] as PageLine).height + 0.5 * line.size) break;
    length += line.text.length;
    count += 1;
  }
  return length >= minProseLength * count;
}

/** Joins lines of the same height into rows; keeps the order where running text is side by side. */
function readRows(lines: readonly PageLine[]): readonly PageLine[] {
  const rows: PageLine[][] = [];
  for (const line of lines.toSorted((a, b) => b.height - a.height)) {
    const row = rows.at(-1);
    const first = row?.[0];
    const reach = 0.4 * Math.min(line.size, first?.size ?? line.size);
    if (row && first && first.height - line.height <= reach) row.push(line);
    else rows.push([line]);
  }
  if (countSideBySide(lines) > rows.length * maxProseRows) return lines;
  return rows.map(joinRow);
}

/** Counts lines of running text with another line beside them, at any height. */
function countSideBySide(lines: readonly PageLine[]): number {
  const running = new Set(lines.filter((line, at) => runsOn(line, lines[at + 1])));
  const sorted = lines.toSorted((a, b) => b.height - a.height);
  const beside = new Set<PageLine>();
  for (const [at, line] of sorted.entries()) {
    for (let next = at + 1; next < sorted.length; next += 1) {
      const other = sorted[next] as PageLine;
      if (line.height - other.height > Math.min(line.size, other.size)) break;
      if (other.from <= line.to && other.to >= line.from) continue;
      const areNarrow = running.has(line) && running.has(other);
      for (const one of [line, other]) if (areNarrow || isLong(one)) beside.add(one);
    }
  }
  return beside.size;
}

/** Minimum characters of a line in a narrow column of running text. */
const minNarrowLength = 18;

/** Returns true if the next line goes on with the text of a line, in the same column. */
function runsOn({ text, from, height, size }: PageLine, next: PageLine | undefined): boolean {
  const step = height - (next?.height ?? height);
  return (
    text.length >= minNarrowLength &&
    step > 0 &&
    step < 2 * size &&
    Math.abs((next?.from ?? 0) - from) < size &&
    /[^.!?:]$/.test(text) &&
    /^\p{Ll}/u.test(next?.text ?? '')
  );
}

function isLong({ cells }: PageLine): boolean {
  return cells.some((cell) => cell.text.length >= minLongLength);
}

function joinRow(row: readonly PageLine[]): PageLine {
  const [first, ...rest] = row.toSorted((a, b) => a.from - b.from) as [PageLine, ...PageLine[]];
  return rest.reduce(joinLine, first);
}

function joinLine(left: PageLine, right: PageLine): PageLine {
  const cells: PageCell[] = [...left.cells, ...right.cells];
  return {
    ...left,
    text: cells.map((cell) => cell.text).join('\t'),
    to: Math.max(left.to, right.to),
    font: left.font === right.font ? left.font : undefined,
    isMonospaced: left.isMonospaced && right.isMonospaced,
    cells,
  };
}
