import { holdValues, startsWithHeader } from '@lectern/retrieval/text';
import type { DocumentBuilder } from '../../document-builder.ts';
import { areRowsOfOneTable } from './group-lines.ts';
import { placeCells, toTableLine } from './place-cells.ts';
import type { PageLine } from './read-page-lines.ts';

/** Writes tables. A table that continues on the next page keeps its header. */
export class TableWriter {
  readonly #builder: DocumentBuilder;
  #header: PageLine | undefined;

  constructor(builder: DocumentBuilder) {
    this.#builder = builder;
  }

  write(lines: readonly PageLine[]): void {
    const [first, ...rest] = lines as [PageLine, ...PageLine[]];
    const cells = lines.map((line) => line.cells.map((cell) => cell.text));
    const isContinued = this.#header !== undefined && areRowsOfOneTable(this.#header, first);
    // On a continued table, rows of words alone look like a header too.
    if (startsWithHeader(cells) && (!isContinued || holdValues(cells))) {
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
