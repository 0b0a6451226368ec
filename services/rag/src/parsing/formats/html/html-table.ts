import { joinSigns } from './join-signs.ts';

export interface HtmlCell {
  readonly columns: number;
  readonly rows: number;
  readonly isHeader: boolean;
}

export interface HtmlRow {
  /** Each cell in its column, empty ones included. */
  readonly cells: readonly string[];
  readonly isHeader: boolean;
}

interface Span {
  readonly text: string;
  left: number;
}

/** Maximum span of columns and rows. */
const maxSpan = 64;
/** A longer cell is not repeated in the rows that it spans. */
const maxRepeatedLength = 100;

/** The open table of a page, with its cells in the columns in which a browser shows them. */
export class HtmlTable {
  readonly rows: HtmlRow[] = [];
  /** Text of the open cell. */
  cell: string | undefined;
  /**
   * True if the table contains headings, so that it only lays out the page: its cells are running
   * text.
   */
  isLayout = false;
  #open: HtmlCell | undefined;
  #row: string[] | undefined;
  #isHeader = true;
  /** Cells with text in the open row. */
  #filled = 0;
  #isInHead = false;
  /** Cells that span the rows below, by column. */
  readonly #spans = new Map<number, Span>();

  openHead(): void {
    this.#isInHead = true;
  }

  closeHead(): void {
    this.#isInHead = false;
  }

  openRow(): void {
    this.closeRow();
    this.#row = [];
    this.#isHeader = true;
    this.#filled = 0;
  }

  openCell(name: string, attributes: Readonly<Record<string, string>>): void {
    this.closeCell();
    if (this.#row === undefined) this.openRow();
    this.#open = {
      columns: readSpan(attributes.colspan),
      rows: readSpan(attributes.rowspan),
      isHeader: name === 'th' || this.#isInHead,
    };
    this.cell = '';
  }

  closeCell(): void {
    const { cell } = this;
    if (cell === undefined || this.#open === undefined || this.#row === undefined) return;
    const { columns, rows, isHeader } = this.#open;
    this.cell = undefined;
    this.#takeSpans(this.#row);
    if (!isHeader) this.#isHeader = false;
    if (cell.trim() !== '') this.#filled += 1;
    const repeated = cell.length <= maxRepeatedLength ? cell : '';
    for (let at = 0; at < columns; at += 1) {
      // A name that spans several columns names each of them.
      const text = at === 0 ? cell : isHeader ? repeated : '';
      if (rows > 1) {
        const below = at === 0 || isHeader ? repeated : '';
        this.#spans.set(this.#row.length, { text: below, left: rows - 1 });
      }
      this.#row.push(text);
    }
  }

  closeRow(): void {
    this.closeCell();
    const row = this.#row;
    this.#row = undefined;
    if (row === undefined) return;
    this.#takeSpans(row);
    for (const column of [...this.#spans.keys()].sort((a, b) => a - b)) {
      while (row.length < column) row.push('');
      this.#takeSpans(row);
    }
    const isTitle = this.#filled === 1 && new Set(row.filter((cell) => cell.trim())).size === 1;
    const cells = isTitle ? row.filter((cell) => cell.trim()).slice(0, 1) : row;
    this.rows.push({ cells, isHeader: this.#isHeader && !isTitle });
  }

  /** Writes the cells from above that span the end of the row. */
  #takeSpans(row: string[]): void {
    for (let span = this.#spans.get(row.length); span; span = this.#spans.get(row.length)) {
      span.left -= 1;
      if (span.left === 0) this.#spans.delete(row.length);
      if (span.text.trim() !== '') this.#filled += 1;
      row.push(span.text);
    }
  }
}

function readSpan(value: string | undefined): number {
  return Math.min(Math.max(Number.parseInt(value ?? '1', 10) || 1, 1), maxSpan);
}

/** Returns the rows without columns that are empty in all rows; the rows of a header become one. */
export function remarkTableRows(rows: readonly HtmlRow[]): {
  rows: string[][];
  hasHeader: boolean;
} {
  const tidy = rows.map(({ cells, isHeader }) => ({ cells: cells.map(trim), isHeader }));
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
  const all = joinSigns(laid.map(({ cells }) => cells));
  const header = all.slice(first, end);
  if (first === -1 || end === first || end === laid.length) return { rows: all, hasHeader: false };
  const below = all.slice(end);
  return { rows: [...all.slice(0, first), joinHeader(header), ...below], hasHeader: first === 0 };
}

/** Joins header rows: `Sales | Sales` over `2019 | 2020` becomes `Sales 2019 | Sales 2020`. */
function joinHeader(rows: readonly (readonly string[])[]): string[] {
  const width = Math.max(...rows.map((cells) => cells.length));
  return Array.from({ length: width }, (_, at) =>
    [...new Set(rows.map((cells) => cells[at] ?? ''))].join(' ').trim(),
  );
}

function trim(cell: string): string {
  return cell.trim();
}
