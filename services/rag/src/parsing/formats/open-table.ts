/** A cell as a format describes it. */
export interface TableCell {
  /** Columns and rows that the cell spans; 1 by default, bounded. */
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
  readonly isHeader?: boolean;
  /** True for a cell that is merged with the one above it. */
  readonly continuesAbove?: boolean;
}

export interface TableRow {
  /** Each cell in its column, empty ones included. */
  readonly cells: readonly string[];
  readonly isHeader: boolean;
  /** Number of cells with text; a cell that spans columns counts once. */
  readonly filled: number;
}

interface Span {
  readonly text: string;
  left: number;
}

/** Rows of a table within a cell. */
interface InnerRows {
  /** Column of the cell, and length of its text before the table. */
  readonly column: number;
  readonly from: number;
  readonly rows: readonly TableRow[];
}

/** Maximum span of columns and rows. */
const maxSpan = 64;
/** More marked rows than these are no header. */
const maxHeaderRows = 8;
/** A longer cell is not repeated in the rows that it spans. */
const maxRepeatedLength = 100;

/** The table that is being read, with each cell in the column in which a reader sees it. */
export class OpenTable {
  readonly rows: TableRow[] = [];
  cell: string | undefined;
  /**
   * True if the table contains headings, so that it only lays out the page: its cells are running
   * text.
   */
  isLayout = false;
  #open: TableCell | undefined;
  #row: string[] | undefined;
  #isHeader = true;
  /** Cells with text in the open row. */
  #filled = 0;
  #isInHead = false;
  #footFrom: number | undefined;
  readonly #foot: TableRow[] = [];
  /** Rows of tables within cells of the open row. */
  readonly #inner: InnerRows[] = [];
  /** Cells that span the rows below, by column. */
  readonly #spans = new Map<number, Span>();

  openHead(): void {
    this.#isInHead = true;
  }

  closeHead(): void {
    this.#isInHead = false;
  }

  openFoot(): void {
    this.closeRow();
    this.#footFrom = this.rows.length;
  }

  closeFoot(): void {
    this.closeRow();
    if (this.#footFrom !== undefined) this.#foot.push(...this.rows.splice(this.#footFrom));
    this.#footFrom = undefined;
  }

  /** Ends the table; its foot is last, wherever it was written. */
  close(): void {
    this.closeFoot();
    this.rows.push(...this.#foot);
  }

  openRow(): void {
    this.closeRow();
    this.#row = [];
    this.#isHeader = true;
    this.#filled = 0;
  }

  openCell(cell: TableCell = {}): void {
    this.closeCell();
    if (this.#row === undefined) this.openRow();
    this.#open = cell;
    this.cell = '';
  }

  /** Describes the open cell further. */
  describeCell(cell: TableCell): void {
    this.#open = { ...this.#open, ...cell };
  }

  closeCell(): void {
    const { cell } = this;
    if (cell === undefined || this.#open === undefined || this.#row === undefined) return;
    const columns = boundSpan(this.#open.columns);
    const rows = boundSpan(this.#open.rows);
    const isHeader = this.#open.isHeader || this.#isInHead;
    this.cell = undefined;
    this.#writeSpans(this.#row);
    if (this.#open.continuesAbove) {
      const above = this.rows.at(-1)?.cells ?? [];
      for (const text of above.slice(this.#row.length, this.#row.length + columns)) {
        this.#row.push(text.length <= maxRepeatedLength ? text : '');
      }
      return;
    }
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

  /** Adds the rows of a table within the open cell. */
  addInner(rows: readonly TableRow[]): void {
    const { length: column } = this.#row ?? [];
    this.#inner.push({ column: column ?? 0, from: this.cell?.length ?? 0, rows });
  }

  /** Drops the open row, such as one that is marked as deleted, and returns its text. */
  dropRow(): string {
    this.closeCell();
    const text = this.#row?.join(' ') ?? '';
    this.#row = undefined;
    return text;
  }

  closeRow(): void {
    this.closeCell();
    const row = this.#row;
    this.#row = undefined;
    if (row === undefined) return;
    this.#writeSpans(row);
    for (const column of [...this.#spans.keys()].sort((a, b) => a - b)) {
      while (row.length < column) row.push('');
      this.#writeSpans(row);
    }
    const inner = this.#inner.splice(0);
    const isAlone = row.every((cell, at) => cell.trim() === '' || at === inner[0]?.column);
    if (isAlone && inner.length > 0) this.#writeAround(row[inner[0]?.column ?? 0] ?? '', inner);
    else {
      this.rows.push({ cells: row, isHeader: this.#isHeader, filled: this.#filled });
      this.rows.push(...inner.flatMap(({ rows }) => rows));
    }
  }

  /** Writes the tables of a cell that is alone in its row between the parts of its text. */
  #writeAround(text: string, inner: readonly InnerRows[]): void {
    let end = 0;
    const write = (part: string) => {
      if (part.trim() !== '') this.rows.push({ cells: [part], isHeader: false, filled: 1 });
    };
    for (const { from, rows } of inner) {
      write(text.slice(end, from));
      this.rows.push(...rows);
      end = Math.max(end, from);
    }
    write(text.slice(end));
  }

  /** Writes the cells from above that span the end of the row. */
  #writeSpans(row: string[]): void {
    for (let span = this.#spans.get(row.length); span; span = this.#spans.get(row.length)) {
      span.left -= 1;
      if (span.left === 0) this.#spans.delete(row.length);
      if (span.text.trim() !== '') this.#filled += 1;
      row.push(span.text);
    }
  }
}

function boundSpan(span = 1): number {
  return Math.min(Math.max(Math.trunc(span) || 1, 1), maxSpan);
}

/** Joins header rows: `Sales | Sales` over `2019 | 2020` becomes `Sales 2019 | Sales 2020`. */
export function joinHeader(rows: readonly (readonly string[])[]): string[] {
  const width = Math.max(...rows.map((cells) => cells.length));
  return Array.from({ length: width }, (_, at) =>
    [...new Set(rows.map((cells) => cells[at] ?? ''))].join(' ').trim(),
  );
}

/**
 * Returns the rows with text of their own; the header rows at the start become one, and a title over
 * all columns is a cell alone.
 */
export function joinHeaderRows(all: readonly TableRow[]): { rows: string[][]; hasHeader: boolean } {
  const rows = all.filter(({ filled }) => filled > 0);
  const firstOther = rows.findIndex(({ isHeader }) => !isHeader);
  const texts = rows.map(({ cells, filled }) =>
    filled === 1 && cells.slice(1).every((cell) => cell === '') ? cells.slice(0, 1) : [...cells],
  );
  if (firstOther < 1 || firstOther > maxHeaderRows) return { rows: texts, hasHeader: false };
  return {
    rows: [joinHeader(texts.slice(0, firstOther)), ...texts.slice(firstOther)],
    hasHeader: true,
  };
}
