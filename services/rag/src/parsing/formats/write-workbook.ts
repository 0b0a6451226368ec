import type { DocumentBuilder } from '../document-builder.ts';
import type { ReportLeftOut } from '../inline/inline-builder.ts';
import { ParseFailure } from '../parse-failure.ts';
import { type Chart, writeChart } from './chart.ts';
import { writeSheet } from './write-sheet.ts';

/** A row of a sheet with its cells from the first column on. */
export interface SheetRow {
  /** From 1. */
  readonly number: number;
  readonly cells: string[];
  readonly isHidden: boolean;
}

/** A block of cells that are shown as one; rows and columns from 0, ends included. */
export interface MergedCells {
  readonly row: number;
  readonly column: number;
  readonly lastRow: number;
  readonly lastColumn: number;
}

/** A sheet as the readers of all workbooks describe it. */
export interface Sheet {
  readonly name: string;
  readonly isHidden: boolean;
  /** Rows with content, in order. */
  readonly rows: readonly SheetRow[];
  /** Columns from 0. */
  readonly hiddenColumns: ReadonlySet<number>;
  readonly merged: readonly MergedCells[];
  /** Notes by their cell, such as `B3`. */
  readonly notes: readonly { readonly cell: string; readonly text: string }[];
  /** Formulas whose result the file does not store, by cell. */
  readonly formulas: readonly { readonly cell: string; readonly text: string }[];
  /** Texts of boxes and controls. */
  readonly texts: readonly string[];
  readonly charts: readonly Chart[];
}

/** A longer cell is not repeated in the rows that it spans. */
const maxRepeatedLength = 100;
/** Maximum cells of a sheet that are looked at for cells that span rows. */
const maxRepeatedCells = 1_000_000;

/**
 * Writes sheets, each under a heading with its name: cells, notes, boxes and the titles of charts.
 * @throws ParseFailure `no_text` if there is nothing to write.
 */
export function writeWorkbook(builder: DocumentBuilder, sheets: readonly Sheet[]): void {
  let filled = 0;
  for (const sheet of sheets) {
    const { name, isHidden, rows, notes, texts, charts } = sheet;
    if (rows.length + notes.length + texts.length + charts.length === 0) continue;
    filled += 1;
    builder.heading(2, isHidden ? `${name} (hidden sheet)` : name);
    spreadMerged(sheet, (reason, text) => builder.leaveOut(reason, text));
    markHiddenColumns(sheet);
    const hiddenRows = new Set(rows.flatMap((row, at) => (row.isHidden ? [at] : [])));
    writeSheet(
      builder,
      rows.map(({ cells }) => cells),
      { hiddenRows },
    );
    const byNumber = new Map(rows.map((row) => [row.number - 1, row.cells]));
    for (const { cell, text } of notes) builder.paragraph(`${placeOf(cell, byNumber)}: ${text}`);
    for (const text of texts) builder.paragraph(text);
    for (const chart of charts) writeChart(builder, chart, { hasValues: false });
    warnOf(builder, sheet);
  }
  if (filled === 0) {
    throw new ParseFailure('no_text', 'The workbook contains no cells with content.');
  }
}

/**
 * Repeats a cell in the rows that it spans, so that each of them can be understood alone; the cells
 * that it covers are hidden.
 */
function spreadMerged({ rows, merged }: Sheet, report: ReportLeftOut): void {
  const byNumber = new Map(rows.map((row) => [row.number - 1, row.cells]));
  let left = maxRepeatedCells;
  for (const { row, column, lastRow, lastColumn } of merged) {
    const text = byNumber.get(row)?.[column] ?? '';
    if (text === '') continue;
    for (let number = row; number <= lastRow && left > 0; number += 1) {
      left -= 1;
      const cells = byNumber.get(number);
      if (cells === undefined) continue;
      const first = number === row ? column + 1 : column;
      const covered = cells.slice(first, lastColumn + 1);
      report('hidden', covered.join(' '));
      cells.splice(first, covered.length, ...covered.map(() => ''));
      if (number === row || text.length > maxRepeatedLength) continue;
      while (cells.length <= column) cells.push('');
      cells[column] = text;
    }
  }
}

function markHiddenColumns({ rows, hiddenColumns }: Sheet): void {
  const [first] = rows;
  for (const column of hiddenColumns) {
    if (first?.cells[column]) first.cells[column] = `${first.cells[column]} (hidden column)`;
  }
}

/** Returns a cell's address with the row that it stands in. */
function placeOf(cell: string, rows: ReadonlyMap<number, readonly string[]>): string {
  const { row, column } = readAddress(cell);
  const cells = rows.get(row) ?? [];
  const known = [...new Set([cells[0], cells[column]])].filter((text) => text);
  return `Note on ${cell}${known.length > 0 ? ` (${known.join(', ')})` : ''}`;
}

function warnOf(builder: DocumentBuilder, sheet: Sheet): void {
  const { name, isHidden, rows, hiddenColumns, formulas } = sheet;
  const place = `of the sheet “${name}”`;
  if (isHidden) builder.warn('hidden_sheet', `The sheet “${name}” is hidden.`);
  const hidden = rows.filter((row) => row.isHidden).map(({ number }) => number);
  if (hidden.length > 0) {
    builder.warn('hidden_rows', `Rows ${listShort(hidden)} ${place} are hidden.`);
  }
  if (hiddenColumns.size > 0) {
    const names = [...hiddenColumns].map(columnName);
    builder.warn('hidden_columns', `Columns ${listShort(names)} ${place} are hidden.`);
  }
  if (formulas.length > 0) {
    const cells = listShort(formulas.map(({ cell, text }) => `${cell} ${text}`));
    builder.warn('formula_without_value', `Formulas ${place} have no stored result: ${cells}.`);
  }
}

const maxListed = 50;

function listShort(items: readonly (string | number)[]): string {
  const more = items.length - maxListed;
  return `${items.slice(0, maxListed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** `BC12` → row 11, column 54; both from 0. */
export function readAddress(address: string): { row: number; column: number } {
  const [, letters = '', digits = '1'] = /^\$?([A-Z]{0,3})\$?(\d{0,7})/.exec(address) ?? [];
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return { row: Number(digits) - 1, column: column - 1 };
}

/** 54 → `BC`. */
export function columnName(column: number): string {
  let name = '';
  for (let rest = column; rest >= 0; rest = Math.floor(rest / 26) - 1) {
    name = String.fromCharCode(65 + (rest % 26)) + name;
  }
  return name;
}

/** `A2:B4` → the block of cells. */
export function readRange(range: string): MergedCells {
  const [from = '', to = from] = range.split(':');
  const { row, column } = readAddress(from);
  const { row: lastRow, column: lastColumn } = readAddress(to);
  return { row, column, lastRow, lastColumn };
}
