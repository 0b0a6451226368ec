import type { PageCell, PageLine } from './read-page-lines.ts';

/** Minimum rows with the same gap between two columns of running text. */
const minRows = 5;
/** Minimum mean length of the cells beside such a gap. */
const minChars = 25;

/** Separates rows that are lines of two columns of running text. */
export function partColumns(lines: readonly PageLine[]): PageLine[] {
  const parted: PageLine[] = [];
  let at = 0;
  while (at < lines.length) {
    const end = endOfColumns(lines, at);
    const rows = lines.slice(at, end);
    if (rows.length >= minRows && isRunningText(rows)) {
      parted.push(
        ...rows.map((row) => extractCell(row, 0)),
        ...rows.map((row) => extractCell(row, 1)),
      );
      at = end;
    } else {
      parted.push(lines[at] as PageLine);
      at += 1;
    }
  }
  return parted;
}

/**
 * Returns the end of consecutive rows with two cells, the second at the place of the first row's
 * second.
 */
function endOfColumns(lines: readonly PageLine[], start: number): number {
  const [, second] = lines[start]?.cells ?? [];
  let end = start;
  while (end < lines.length) {
    const line = lines[end] as PageLine;
    const from = line.cells[1]?.from;
    if (line.cells.length !== 2 || second === undefined || from === undefined) break;
    if (Math.abs(from - second.from) > 2 * line.size) break;
    end += 1;
  }
  return end;
}

function isRunningText(rows: readonly PageLine[]): boolean {
  return [0, 1].every((column) => {
    const length = rows.reduce((sum, row) => sum + (row.cells[column]?.text.length ?? 0), 0);
    return length >= minChars * rows.length;
  });
}

function extractCell(line: PageLine, column: number): PageLine {
  const cell = line.cells[column] as PageCell;
  return { ...line, text: cell.text, from: cell.from, to: cell.to, cells: [cell] };
}
