import type { PageCell, PageLine } from './read-page-lines.ts';

/** Minimum rows with the same gaps between columns of running text… */
const minRows = 5;
/** …and where the lines of each column run on. */
const minRunningRows = 3;
/** Minimum mean length of the cells beside such a gap… */
const minChars = 25;
/** …and of those that run on. */
const minRunningChars = 16;
/** Minimum share of a column's lines that run on in the next one. */
const minRunOn = 0.5;
/** Maximum distance between the lines of columns, in font sizes. */
const maxStep = 3;

/** Separates rows that are lines of columns of running text. */
export function partColumns(lines: readonly PageLine[]): PageLine[] {
  const parted: PageLine[] = [];
  let at = 0;
  while (at < lines.length) {
    const starts = (lines[at] as PageLine).cells.map(({ from }) => from);
    const rows = lines.slice(at, endOfColumns(lines, at, starts));
    const full = rows.filter(({ cells }) => cells.length === starts.length);
    if (full.length * 2 >= rows.length && isRunningText(full)) {
      for (const column of starts.keys()) {
        for (const row of rows) {
          const cell = row.cells.find((one) => columnOf(one, starts, row.size) === column);
          if (cell !== undefined) parted.push(extractCell(row, cell));
        }
      }
      at += rows.length;
    } else {
      parted.push(lines[at] as PageLine);
      at += 1;
    }
  }
  return parted;
}

/** Returns the end of the lines whose cells stand in columns; one column may be longer. */
function endOfColumns(
  lines: readonly PageLine[],
  start: number,
  starts: readonly number[],
): number {
  let end = start;
  while (starts.length > 1 && end < lines.length) {
    const { cells, size, height } = lines[end] as PageLine;
    const step = end === start ? 1 : (lines[end - 1] as PageLine).height - height;
    const columns = cells.map((cell) => columnOf(cell, starts, size));
    const isApart = new Set(columns).size === cells.length && !columns.includes(undefined);
    if (!isApart || step <= 0 || step > maxStep * size) break;
    end += 1;
  }
  return end;
}

/** Returns the column of a cell that stands within it. */
function columnOf(cell: PageCell, starts: readonly number[], size: number): number | undefined {
  const found = starts.findLastIndex((start) => cell.from >= start - 2 * size);
  const start = starts[found];
  const next = starts[found + 1] ?? Number.POSITIVE_INFINITY;
  if (start === undefined || cell.to > next) return undefined;
  return found === 0 || cell.from <= start + 2 * size ? found : undefined;
}

function isRunningText(rows: readonly PageLine[]): boolean {
  if (rows.length < minRunningRows) return false;
  const columns = (rows[0] as PageLine).cells.map((_, column) =>
    rows.map((row) => (row.cells[column] as PageCell).text),
  );
  const areAtLeast = (chars: number) =>
    columns.every(
      (texts) => texts.reduce((sum, text) => sum + lengthOf(text), 0) >= chars * rows.length,
    );
  if (rows.length >= minRows && areAtLeast(minChars)) return true;
  return areAtLeast(minRunningChars) && columns.every(runOn);
}

const wideCharacter = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** Returns the length of a text in letters; a Chinese character is as wide as two. */
function lengthOf(text: string): number {
  return text.length + (text.match(wideCharacter)?.length ?? 0);
}

/** Returns true if most lines of a column go on in the next one. */
function runOn(texts: readonly string[]): boolean {
  const joints = texts.slice(1).map((text, at) => [texts[at] as string, text] as const);
  const running = joints.filter(
    ([above, below]) => /[^.!?:]$/.test(above) && /^\p{Ll}/u.test(below),
  );
  return running.length >= minRunOn * joints.length;
}

function extractCell(line: PageLine, cell: PageCell): PageLine {
  return { ...line, text: cell.text, from: cell.from, to: cell.to, cells: [cell] };
}
