import { areNames, areYears, nameRows, startsWithHeader } from '@lectern/retrieval/text';
import { cleanText, collapseSpace } from '../clean-text.ts';
import type { DocumentBuilder } from '../document-builder.ts';
import { joinCells, joinNamedCells } from '../table-line.ts';

/** Maximum rows of a table block, so that no block grows with the size of the file. */
const rowsPerBlock = 200;

export interface SheetOptions {
  /** Rows that the sheet hides, by their index; they follow the others. */
  readonly hiddenRows?: ReadonlySet<number>;
}

/**
 * Writes a sheet. Under a header each cell is written as `name: value`, so that a row can be
 * understood alone; lines above the header become paragraphs.
 */
export function writeSheet(
  builder: DocumentBuilder,
  cells: readonly (readonly string[])[],
  { hiddenRows = new Set() }: SheetOptions = {},
): void {
  const hidden = new Set<readonly string[]>();
  const rows: string[][] = [];
  for (const [at, cellsOfRow] of cells.entries()) {
    const row = cellsOfRow.map((cell) => collapseSpace(cell));
    if (row.every((cell) => cell === '')) continue;
    rows.push(row);
    if (hiddenRows.has(at)) hidden.add(row);
  }
  const headerAt = findHeader(rows);
  const header = headerAt === -1 ? [] : (rows[headerAt] as string[]);
  for (const row of rows.slice(0, Math.max(0, headerAt))) {
    builder.paragraph(row.filter((cell) => cell !== '').join(' '));
  }
  if (headerAt === -1 && hidden.size === 0 && startsWithHeader(rows)) {
    builder.table(rows);
    return;
  }
  if (header.length > 0) {
    const names = header.map((cell) => collapseSpace(cleanText(cell)));
    builder.tableLines([], joinCells(names, ' | '));
  }
  const body = rows.slice(headerAt + 1);
  const visible = body.filter((row) => !hidden.has(row));
  writeRows(builder, visible, header);
  if (visible.length === body.length) return;
  builder.paragraph('Hidden rows:');
  writeRows(
    builder,
    body.filter((row) => hidden.has(row)),
    header,
  );
}

function writeRows(
  builder: DocumentBuilder,
  rows: readonly (readonly string[])[],
  header: readonly string[],
): void {
  for (let first = 0; first < rows.length; first += rowsPerBlock) {
    const lines = rows
      .slice(first, first + rowsPerBlock)
      .map((row) => (header.length > 0 ? joinNamedCells(row, header) : joinCells(row, ' | ')));
    builder.tableLines(lines, undefined, header);
  }
}

/**
 * Finds the header: the first row of distinct short names near the top that is as wide as most
 * rows, except for an empty corner above row names.
 */
function findHeader(rows: readonly (readonly string[])[]): number {
  if (rows.length < 2) return -1;
  const width = commonWidth(rows);
  if (width < 2) return -1;
  for (const [at, row] of rows.slice(0, 5).entries()) {
    const filled = row.filter((cell) => cell !== '');
    const isCornerEmpty = row[0] === '' && nameRows(rows.slice(at + 1));
    if (filled.length < (isCornerEmpty ? width - 1 : width)) continue;
    const below = rows.slice(at + 1);
    return below.length > 0 && (areNames(filled) || areYears(row, below)) ? at : -1;
  }
  return -1;
}

function commonWidth(rows: readonly (readonly string[])[]): number {
  const counts = new Map<number, number>();
  for (const row of rows.slice(0, 200)) {
    const width = row.filter((cell) => cell !== '').length;
    counts.set(width, (counts.get(width) ?? 0) + 1);
  }
  let common = 0;
  for (const [width, count] of counts) {
    if (count > (counts.get(common) ?? 0) || (count === counts.get(common) && width > common)) {
      common = width;
    }
  }
  return common;
}
