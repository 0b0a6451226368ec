import { holdValues, startsWithHeader } from '@lectern/retrieval/text';
import type { DocumentBuilder } from '../../document-builder.ts';
import { areRowsOfOneTable, isRow } from './group-lines.ts';
import { placeCells, toTableLine } from './place-cells.ts';
import type { PageLine } from './read-page-lines.ts';

/** Writes tables. A table that continues on the next page keeps its header. */
export class TableWriter {
  readonly #builder: DocumentBuilder;
  #header: PageLine | undefined;
  /** Last row of the table with the header. */
  #last: PageLine | undefined;

  constructor(builder: DocumentBuilder) {
    this.#builder = builder;
  }

  write(lines: readonly PageLine[]): void {
    const [first, ...rest] = lines as [PageLine, ...PageLine[]];
    const last = this.#last;
    this.#last = lines.at(-1);
    // A name over some columns, or a title close above the table.
    if (!isRow(first) && startsWithHeader(rest.map(textsOf))) {
      this.#builder.tableLines([toTableLine(first)], undefined);
      this.#writeRows(rest, undefined);
    } else this.#writeRows(lines, last);
  }

  #writeRows(lines: readonly PageLine[], last: PageLine | undefined): void {
    const [first, ...rest] = lines as [PageLine, ...PageLine[]];
    const cells = lines.map(textsOf);
    const isContinued =
      this.#header !== undefined &&
      [this.#header, last].some((row) => row && areRowsOfOneTable(row, first));
    // On a continued table, rows of words alone look like a header too, and so does a short row.
    const isShort = first.cells.length < (this.#header?.cells.length ?? 0);
    if (startsWithHeader(cells) && (!isContinued || (holdValues(cells) && !isShort))) {
      this.#header = first;
      this.#builder.tableLines(placeCells(first, rest), toTableLine(first));
    } else if (this.#header !== undefined && isContinued) {
      const isRepeated = first.text === this.#header.text;
      const rows = placeCells(this.#header, isRepeated ? rest : lines);
      this.#builder.tableLines(rows, toTableLine(this.#header));
    } else {
      this.#header = undefined;
      this.#builder.tableLines(lines.map(toTableLine), undefined);
    }
  }

  /** Ends the table: other content follows. */
  end(): void {
    this.#header = undefined;
  }
}

function textsOf({ cells }: PageLine): string[] {
  return cells.map(({ text }) => text);
}
