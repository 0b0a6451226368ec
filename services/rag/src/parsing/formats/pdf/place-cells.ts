import { joinCells, type TableLine } from '../../table-line.ts';
import type { PageCell, PageLine } from './read-page-lines.ts';

interface Column {
  from: number;
  to: number;
}

/** The text of rows, with an empty cell wherever one has nothing below a name of the header. */
export function placeCells(header: PageLine, rows: readonly PageLine[]): TableLine[] {
  const columns = header.cells.map(({ from, to }): Column => ({ from, to }));
  for (const { cells } of rows) {
    if (cells.length === columns.length) widen(columns, cells);
  }
  const endsRight = alignsRight(header, rows);
  return rows.map((row) => {
    if (row.cells.length >= columns.length) return toTableLine(row);
    const texts = columns.map(() => '');
    let next = 0;
    for (const cell of row.cells) {
      const at = findColumn(columns, cell) ?? findBetween(columns, cell, endsRight);
      if (at === undefined || at < next) return toTableLine(row);
      texts[at] = cell.text;
      next = at + 1;
    }
    return joinCells(texts, '\t');
  });
}

/** Returns a line of a page as a row. */
export function toTableLine({ cells }: PageLine): TableLine {
  return joinCells(
    cells.map(({ text }) => text),
    '\t',
  );
}

/** Widens columns by the cells of a complete row, unless they would overlap. */
function widen(columns: Column[], cells: readonly PageCell[]): void {
  for (const [at, column] of columns.entries()) {
    const { from, to } = cells[at] as PageCell;
    const before = columns[at - 1]?.to ?? Number.NEGATIVE_INFINITY;
    const behind = columns[at + 1]?.from ?? Number.POSITIVE_INFINITY;
    if (from > before && to < behind) {
      column.from = Math.min(column.from, from);
      column.to = Math.max(column.to, to);
    }
  }
}

function findColumn(columns: readonly Column[], { from, to }: PageCell): number | undefined {
  const found = columns.flatMap((column, at) => (from < column.to && to > column.from ? [at] : []));
  return found.length === 1 ? found[0] : undefined;
}

/** Maximum offset, in points, between cells that start or end at the same place. */
const reach = 2;

/** Returns true if more cells end where a name of the header ends than start where one starts. */
function alignsRight(header: PageLine, rows: readonly PageLine[]): boolean {
  const cells = rows.flatMap((row) => row.cells);
  const count = (edge: 'from' | 'to') =>
    cells.filter((cell) => header.cells.some((name) => Math.abs(name[edge] - cell[edge]) <= reach))
      .length;
  return count('to') > count('from');
}

/** Returns the column of a cell that stands between two names of the header, below neither. */
function findBetween(
  columns: readonly Column[],
  { from, to }: PageCell,
  endsRight: boolean,
): number | undefined {
  const before = columns.findLastIndex((column) => column.to <= from);
  const next = columns[before + 1];
  if (next !== undefined && next.from < to) return undefined;
  const at = endsRight ? before + 1 : before;
  return columns[at] === undefined ? undefined : at;
}
