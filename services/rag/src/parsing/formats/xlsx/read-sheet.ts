import { SSF } from '@e965/xlsx';
import type { ReportLeftOut } from '../../inline/inline-builder.ts';
import { writeInline } from '../../inline/write-inline.ts';
import { readXml } from '../../read-xml.ts';
import { decodeSymbols } from '../../symbol-fonts.ts';
import { formatNumber } from '../format-number.ts';
import {
  columnName,
  type MergedCells,
  readAddress,
  readRange,
  type SheetRow,
} from '../write-workbook.ts';
import type { Workbook } from './read-workbook.ts';
import { decodeEscapes, RichText } from './rich-text.ts';

const maxColumns = 16_384;

/** The cells of a sheet part. */
export interface SheetCells {
  readonly rows: SheetRow[];
  readonly hiddenColumns: Set<number>;
  readonly merged: MergedCells[];
  readonly formulas: { cell: string; text: string }[];
}

interface Cell {
  column: number;
  type: string;
  /** Index in the workbook's list of styles. */
  style: number;
  value: string;
  formula: string | undefined;
}

/**
 * Reads the rows of a sheet with content. Gaps between cells stay, empty rows do not.
 * @param links addresses of links by relation.
 */
export function readSheet(
  part: Uint8Array,
  workbook: Workbook,
  { links, report }: { links: ReadonlyMap<string, string>; report: ReportLeftOut },
): SheetCells {
  const sheet: SheetCells = { rows: [], hiddenColumns: new Set(), merged: [], formulas: [] };
  let row: SheetRow = { number: 0, cells: [], isHidden: false };
  let cell: Cell = { column: 0, type: '', style: 0, value: '', formula: undefined };
  let inside = '';
  const byNumber = new Map<number, SheetRow>();
  const text = new RichText(report);
  readXml(part, {
    open(name, attributes) {
      text.open(name, attributes);
      inside = name;
      if (name === 'row') {
        const number = Number(attributes.r) || row.number + 1;
        row = { number, cells: [], isHidden: isOn(attributes.hidden) };
        cell.column = -1;
      } else if (name === 'c') {
        const { r: address, t: type = 'n', s: style } = attributes;
        const column = address === undefined ? cell.column + 1 : readAddress(address).column;
        cell = { column, type, style: Number(style) || 0, value: '', formula: undefined };
      } else if (name === 'f') cell.formula = '';
      else if (name === 'col' && isOn(attributes.hidden)) hideColumns(sheet, attributes);
      else if (name === 'mergeCell') sheet.merged.push(readRange(attributes.ref ?? ''));
      else if (name === 'hyperlink') addLink(byNumber, attributes, links);
    },
    text(piece) {
      if (inside === 'v') cell.value += piece;
      else if (inside === 'f') cell.formula += piece;
      text.text(piece);
    },
    close(name) {
      text.close(name);
      inside = '';
      if (name === 'is') cell.value = text.take();
      else if (name === 'c') addCell(row, cell, { sheet, workbook, report });
      else if (name === 'row' && row.cells.length > 0) {
        sheet.rows.push(row);
        byNumber.set(row.number, row);
      }
    },
  });
  return sheet;
}

function isOn(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}

function hideColumns(sheet: SheetCells, { min, max }: Record<string, string>): void {
  const last = Math.min(Number(max) || 0, Number(min) + 1000, maxColumns);
  for (let column = Number(min) || 1; column <= last; column += 1) {
    sheet.hiddenColumns.add(column - 1);
  }
}

function addCell(
  row: SheetRow,
  cell: Cell,
  { sheet, workbook, report }: { sheet: SheetCells; workbook: Workbook; report: ReportLeftOut },
): void {
  const { column, formula, type } = cell;
  let shown = showCell(cell, workbook);
  if (shown === '' && formula !== undefined && type !== 'str') {
    const address = `${columnName(column)}${row.number}`;
    sheet.formulas.push({ cell: address, text: `=${formula}` });
    shown = formula === '' ? '' : `=${formula}`;
  }
  const target = /^\s*HYPERLINK\(\s*"([a-z][\w+.-]*:[^"]+)"/i.exec(formula ?? '')?.[1];
  if (target !== undefined) shown = writeInline([{ kind: 'link', content: [shown], target }]);
  if (workbook.styles[cell.style]?.isStruck) report('deleted', shown);
  else if (shown !== '') setCell(row, column, shown);
}

function setCell({ cells }: SheetRow, column: number, text: string): void {
  if (column < 0 || column >= maxColumns) return;
  while (cells.length < column) cells.push('');
  cells[column] = text;
}

function showCell({ value, type, style }: Cell, workbook: Workbook): string {
  const { format: code = 'General', font = '' } = workbook.styles[style] ?? {};
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  if (type === 'e' || type === 'd') return value;
  if (type === 'n') return formatNumber(value, code, workbook.is1904);
  const stored =
    type === 's'
      ? (workbook.sharedStrings[Number(value)] ?? '')
      : type === 'str'
        ? decodeEscapes(value)
        : value;
  const text = decodeSymbols(font, stored);
  return text !== '' && code.includes('@') && code !== '@' ? String(SSF.format(code, text)) : text;
}

/** Adds the address of a link outside the workbook to its cell. */
function addLink(
  rows: ReadonlyMap<number, SheetRow>,
  attributes: Record<string, string>,
  links: ReadonlyMap<string, string>,
): void {
  const target = links.get(attributes['r:id'] ?? '');
  const { row, column } = readAddress(attributes.ref ?? '');
  const found = rows.get(row + 1);
  if (target === undefined || found === undefined) return;
  const content = [found.cells[column] ?? ''];
  setCell(found, column, writeInline([{ kind: 'link', content, target }]));
}
