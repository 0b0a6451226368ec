import { namesColumns } from './header-row.ts';

/** A row of a table. Offsets are code units of its text. */
export interface TableRow {
  readonly start: number;
  readonly end: number;
  /** The row names the columns of the rows below it. */
  readonly isHeader: boolean;
  readonly cells: readonly TableCell[];
}

export interface TableCell {
  /** Name of its column, where that is known. */
  readonly name: string | undefined;
  readonly text: string;
}

const cellsInPipes = /(?:^|\s)\|(?:\s|$)/;
const markdownLine = /^\|.*\|$/;
/** Markdown's line under a header: `|---|:-:|`. */
const ruleLine = /^\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)+\|?$|^\|\s*:?-+:?\s*\|$/;
const namedCell = /^([^:：|]{1,60})[:：]\s(.*)$/su;
/** Note marks in a name: `Employees[191]`. */
const noteMark = /\[\w{1,4}\]/g;

interface Line {
  readonly text: string;
  /** With the tabs of empty cells at its ends. */
  readonly raw: string;
  readonly start: number;
}

/**
 * Finds the rows of all tables in a text. Cells are in pipes, as in Markdown, or separated by tabs.
 */
export function findTableRows(text: string): TableRow[] {
  const rows: TableRow[] = [];
  let run: Line[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    const trimmed = line.trim();
    if (isRow(trimmed)) {
      run.push({ text: trimmed, raw: line, start: start + line.indexOf(trimmed) });
    } else {
      rows.push(...readRun(run));
      run = [];
    }
    start += line.length + 1;
  }
  rows.push(...readRun(run));
  return rows.map((row, at) =>
    namesCellsOf(row, rows[at + 1]) ? { ...row, isHeader: true } : row,
  );
}

/** The header of a sheet is above rows that name their cells themselves. */
function namesCellsOf({ cells }: TableRow, next: TableRow | undefined): boolean {
  const names = new Set(next?.cells.map(({ name }) => name));
  return cells.length > 1 && cells.every(({ name, text }) => name === undefined && names.has(text));
}

/** Formats a row: every cell after the name of its column. */
export function formatRow({ cells }: Pick<TableRow, 'cells'>): string {
  return cells.map(({ name, text }) => (name ? `${name}: ${text}` : text)).join(' | ');
}

function isRow(line: string): boolean {
  return /\S\t+\S/.test(line) || cellsInPipes.test(line) || markdownLine.test(line);
}

function readRun(lines: readonly Line[]): TableRow[] {
  if (lines.length === 0) return [];
  const isMarkdown = lines.every(({ text }) => markdownLine.test(text));
  const ruleAt = lines.findIndex(({ text }) => ruleLine.test(text));
  const width = splitCells(lines[0]?.text ?? '', isMarkdown).length;
  const cells = lines.map(({ text, raw }) => {
    // Two tabs are an empty cell or only a wide gap; the width of the first row decides.
    const placed = raw.split('\t').map((cell) => cell.trim());
    return placed.length === width && width > 1 ? placed : splitCells(text, isMarkdown);
  });
  // A Markdown table that continues from another passage may begin with any row.
  const found = isMarkdown || areNamed(cells[0]) ? undefined : findNames(cells);
  const headerAt = ruleAt > 0 ? ruleAt - 1 : found ? 0 : -1;
  const names = ruleAt > 0 ? cells[ruleAt - 1] : found;
  return lines.flatMap(({ text, start }, at) => {
    if (ruleLine.test(text)) return [];
    const isHeader = at === headerAt;
    // Without its empty cells, which a table may leave out, a row has its cells in other columns.
    const isWhole = isMarkdown || cells[at]?.length === names?.length;
    const named = at > headerAt && isWhole ? names : undefined;
    const read = (cells[at] ?? []).map((cell, column) => readCell(cell, named?.[column]));
    return [
      { start, end: start + text.length, isHeader, cells: read.filter((cell) => cell.text !== '') },
    ];
  });
}

/**
 * Returns the names of the columns from the first row, where it has them; an empty corner may be
 * left out.
 */
function findNames(rows: readonly (readonly string[])[]): readonly string[] | undefined {
  const [first = [], ...others] = rows;
  const withCorner = ['', ...first];
  if (namesColumns(rows)) return first;
  return first[0] !== '' && namesColumns([withCorner, ...others]) ? withCorner : undefined;
}

function splitCells(line: string, isMarkdown: boolean): string[] {
  if (line.includes('\t') && !isMarkdown) return line.split(/\t+/).map((cell) => cell.trim());
  const inner = isMarkdown ? line.slice(1, -1) : line;
  const cells = isMarkdown ? inner.split(/(?<!\\)\|/) : inner.split(cellsInPipes);
  return cells.map((cell) => cell.trim().replaceAll('\\|', '|'));
}

/**
 * Returns whether most cells of a row contain their names, as in a sheet: `Team: Blues | Cups: 1`.
 */
function areNamed(cells: readonly string[] = []): boolean {
  return cells.filter((cell) => namedCell.test(cell)).length > cells.length / 2;
}

function readCell(cell: string, name: string | undefined): TableCell {
  if (name !== undefined) return { name: name.replaceAll(noteMark, '').trim(), text: cell };
  const [, own, text = ''] = namedCell.exec(cell) ?? [];
  return own === undefined ? { name: undefined, text: cell } : { name: own, text };
}
