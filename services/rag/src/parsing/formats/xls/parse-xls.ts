import { read, type WorkSheet } from '@e965/xlsx';
import { DocumentBuilder } from '../../document-builder.ts';
import { writeInline } from '../../inline/write-inline.ts';
import { ParseFailure } from '../../parse-failure.ts';
import type { FormatParser } from '../format.ts';
import { builtInFormat, formatNumber } from '../format-number.ts';
import { readHtml } from '../html/read-html.ts';
import { columnName, type Sheet, type SheetRow, writeWorkbook } from '../write-workbook.ts';

/** Parses a workbook from before 2007, in XML of 2003 or in binary parts, by the sheet library. */
export const parseXls: FormatParser = async ({ bytes, password, limits }) => {
  const workbook = open(bytes, password);
  const builder = new DocumentBuilder(limits);
  const { Title: title, Author: author, CreatedDate, ModifiedDate } = workbook.Props ?? {};
  builder.title = title || null;
  if (author) builder.metadata.author = author;
  for (const [key, value] of [
    ['created', CreatedDate],
    ['modified', ModifiedDate],
  ] as const) {
    const date = value === undefined ? undefined : new Date(value);
    if (date && Number.isFinite(date.getTime())) builder.metadata[key] = date.toISOString();
  }
  const is1904 = workbook.Workbook?.WBProps?.date1904 === true;
  const sheets = workbook.SheetNames.flatMap((name, at) => {
    const sheet = workbook.Sheets[name];
    const isHidden = (workbook.Workbook?.Sheets?.[at]?.Hidden ?? 0) > 0;
    return sheet === undefined ? [] : [{ name, isHidden, ...readSheet(sheet, is1904) }];
  });
  writeWorkbook(builder, sheets);
  warnOfFormats(builder, (workbook as { readonly Strings?: readonly LibraryText[] }).Strings);
  return builder.finish('application/vnd.ms-excel');
};

/** A text of the library; `r` is absent for a text with formats in a binary workbook. */
interface LibraryText {
  readonly t?: string;
  readonly r?: string;
}

/** The library drops the formats within a cell, and a raised digit reads as one of the number. */
function warnOfFormats(builder: DocumentBuilder, texts: readonly LibraryText[] = []): void {
  const lost = texts.flatMap(({ t: text, r: raw }) =>
    raw === undefined && text !== undefined && /\d/.test(text) ? [text.slice(0, 60)] : [],
  );
  if (lost.length === 0) return;
  const shown = lost.slice(0, 3).join('; ');
  const count = lost.length === 1 ? '1 text' : `${lost.length} texts`;
  const message = `Raised and lowered digits are not recognised in ${count} with formats: ${shown}.`;
  builder.warn('formats_skipped', message);
}

function open(bytes: Buffer, password: string | undefined): ReturnType<typeof read> {
  try {
    const options = { dense: true, cellNF: true, cellText: false, cellHTML: false } as const;
    return read(bytes, { type: 'buffer', ...options, ...(password && { password }) });
  } catch (cause) {
    const isLocked = cause instanceof Error && /password|encrypt/i.test(cause.message);
    if (!isLocked) throw cause;
    throw new ParseFailure(
      'unsupported_format',
      'The encryption of old Excel workbooks is not supported. Save the file without its password.',
      { cause },
    );
  }
}

function readSheet(sheet: WorkSheet, is1904: boolean): Omit<Sheet, 'name' | 'isHidden'> {
  const rows: SheetRow[] = [];
  const notes: { cell: string; text: string }[] = [];
  const formulas: { cell: string; text: string }[] = [];
  const data = (sheet['!data'] ?? []) as readonly (readonly (Cell | undefined)[] | undefined)[];
  for (const [at, source] of data.entries()) {
    const cells: string[] = [];
    for (const [column, cell] of (source ?? []).entries()) {
      const address = `${columnName(column)}${at + 1}`;
      const formula = cell === undefined || hasResult(cell) ? undefined : `=${cell.f}`;
      if (formula !== undefined) formulas.push({ cell: address, text: formula });
      cells.push(formula ?? (cell === undefined ? '' : showCell(cell, is1904)));
      for (const { t: note } of cell?.c ?? []) if (note) notes.push({ cell: address, text: note });
    }
    const isHidden = sheet['!rows']?.[at]?.hidden === true;
    if (cells.some((cell) => cell !== '')) rows.push({ number: at + 1, cells, isHidden });
  }
  const columns = sheet['!cols'] ?? [];
  return {
    rows,
    notes,
    hiddenColumns: new Set(columns.flatMap((column, at) => (column?.hidden ? [at] : []))),
    merged: (sheet['!merges'] ?? []).map(({ s: from, e: to }) => ({
      row: from.r,
      column: from.c,
      lastRow: to.r,
      lastColumn: to.c,
    })),
    formulas,
    texts: [],
    charts: [],
  };
}

/** The parts of the library's cell that are used here. */
interface Cell {
  readonly t: string;
  readonly v?: unknown;
  /** Formula. */
  readonly f?: string;
  readonly z?: string | number;
  /** Text with its tags, in XML. */
  readonly r?: string;
  /** Style of the cell, with the number of its format. */
  readonly XF?: { readonly numFmtId?: number };
  readonly w?: string;
  readonly c?: readonly { readonly t?: string }[];
  readonly l?: { readonly Target?: string };
}

/** Returns false for a formula whose result the file does not store: it reads as an empty text. */
function hasResult({ f: formula, v: value }: Cell): boolean {
  return !formula || (value !== undefined && (value !== '' || formula.includes('""')));
}

/** Values of errors by the number that a workbook stores. */
const errors: Readonly<Record<number, string>> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
  43: '#GETTING_DATA',
};

/** Tags that change the text of a cell: raised, lowered and struck text. */
const richTags = /<\/s(?:u[bp])?>/i;

/** Returns the text of a cell that a workbook of 2003 writes as HTML. */
function readRich(html: string): string {
  const text = new DocumentBuilder({ maxTextChars: Number.POSITIVE_INFINITY });
  readHtml(html, text, { dropNoise: false });
  return text.texts.join(' ');
}

function showCell(cell: Cell, is1904: boolean): string {
  const { t: type, v: value, z: code, w: shown, l: link, r: rich, XF: style } = cell;
  if (value === undefined || type === 'z') return '';
  const isNumber = type === 'n' && typeof value === 'number';
  let text = isNumber
    ? formatNumber(String(value), String(code ?? builtInFormat(style?.numFmtId ?? 0)), is1904)
    : type === 'b'
      ? String(value).toUpperCase()
      : type === 'e'
        ? (shown ?? errors[Number(value)] ?? String(value))
        : richTags.test(rich ?? '')
          ? readRich(rich ?? '')
          : String(value);
  const target = link?.Target ?? '';
  if (/^[a-z][\w+.-]+:/i.test(target)) {
    text = writeInline([{ kind: 'link', content: [text], target }]);
  }
  return text;
}
