import { joinHeader, type TableRow } from '../open-table.ts';
import { joinNumberSymbols } from './join-number-symbols.ts';

/** Returns the rows without columns that are empty in all rows; the rows of a header become one. */
export function tidyRows(rows: readonly TableRow[]): {
  rows: string[][];
  hasHeader: boolean;
} {
  const tidy = rows.map(tidyRow);
  const used = new Set<number>();
  for (const { cells } of tidy) {
    if (cells.length > 1) for (const [at, cell] of cells.entries()) if (cell) used.add(at);
  }
  const laid = tidy
    .map(({ cells, isHeader }) => ({
      cells: cells.length > 1 ? cells.filter((_, at) => used.has(at)) : cells,
      isHeader,
    }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  const first = laid.findIndex(({ cells }) => cells.length > 1);
  let end = first;
  while (laid[end]?.isHeader) end += 1;
  const all = joinNumberSymbols(laid.map(({ cells }) => cells));
  const header = all.slice(first, end);
  if (first === -1 || end === first || end === laid.length) return { rows: all, hasHeader: false };
  const below = all.slice(end);
  return { rows: [...all.slice(0, first), joinHeader(header), ...below], hasHeader: first === 0 };
}

/** Returns a row with trimmed cells; the only cell with text is a title of the rows below. */
function tidyRow({ cells, isHeader, filled }: TableRow): Omit<TableRow, 'filled'> {
  const tidy = cells.map((cell) => cell.trim());
  const texts = new Set(tidy.filter((cell) => cell !== ''));
  return filled === 1 && texts.size === 1
    ? { cells: [...texts], isHeader: false }
    : { cells: tidy, isHeader };
}
