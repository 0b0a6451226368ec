import type { PageCell, PageLine } from './read-page-lines.ts';

/** Minimum ratio of the distance between rows to that between the lines of a cell. */
const minPitch = 1.25;
const widestStep = 1.7;
/** Maximum offset, in points, between the starts of a cell's lines. */
const reach = 4;

/** Joins lines that only continue some cells of the row above with that row. */
export function joinCellLines(lines: readonly PageLine[]): PageLine[] {
  const rows: PageLine[] = [];
  /** Base line of the last line that was joined to the last row. */
  let height = 0;
  for (const [at, line] of lines.entries()) {
    const row = rows.at(-1);
    const next = lines[at + 1];
    if (row && goesOn(row, line, height) && isNearer(line, height, next)) {
      rows[rows.length - 1] = addCells(row, line);
    } else rows.push(line);
    height = line.height;
  }
  return rows;
}

/** Returns true if each cell of a line is under a cell of the row, none of them under the first. */
function goesOn(row: PageLine, line: PageLine, height: number): boolean {
  const step = height - line.height;
  if (row.cells.length < 2 || line.cells.length >= row.cells.length) return false;
  if (step <= 0.5 * line.size || step > widestStep * line.size) return false;
  const [first, ...others] = row.cells as [PageCell, ...PageCell[]];
  return line.cells.every(
    ({ from, text }) =>
      Math.abs(from - first.from) > reach &&
      !/^[\d\s.,%-]+$/.test(text) &&
      others.some((cell) => Math.abs(from - cell.from) <= reach),
  );
}

/**
 * Where rows have one line each, their distance equals that of a cell's lines, so every line is a
 * row.
 */
function isNearer(line: PageLine, height: number, next: PageLine | undefined): boolean {
  const step = height - line.height;
  const after = next === undefined ? Number.POSITIVE_INFINITY : line.height - next.height;
  return after <= 0 || after > minPitch * step || next?.cells.length === 1;
}

function addCells(row: PageLine, line: PageLine): PageLine {
  const cells = row.cells.map((cell) => {
    const more = line.cells.find(({ from }) => Math.abs(from - cell.from) <= reach);
    if (more === undefined) return cell;
    return { ...cell, text: `${cell.text} ${more.text}`, to: Math.max(cell.to, more.to) };
  });
  return {
    ...row,
    cells,
    text: cells.map((cell) => cell.text).join('\t'),
    to: Math.max(row.to, line.to),
  };
}
