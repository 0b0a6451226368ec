import { startsWithHeader } from '@lectern/grounding';
import type { DocumentBuilder } from '../../document-builder.ts';
import { areRowsOfOneTable } from './group-lines.ts';
import type { PageLine } from './read-page-lines.ts';

/** Writes tables; one that goes on over the end of a page keeps its header. */
export class TableWriter {
  readonly #builder: DocumentBuilder;
  #header: PageLine | undefined;

  constructor(builder: DocumentBuilder) {
    this.#builder = builder;
  }

  write(lines: readonly PageLine[]): void {
    const [first, ...rest] = lines as [PageLine, ...PageLine[]];
    const textsOf = (rows: readonly PageLine[]) => rows.map((row) => row.text);
    if (startsWithHeader(lines.map((line) => line.cells.map((cell) => cell.text)))) {
      this.#header = first;
      this.#builder.tableLines(textsOf(rest), first.text);
    } else if (this.#header !== undefined && areRowsOfOneTable(this.#header, first)) {
      this.#builder.tableLines(textsOf(lines), this.#header.text);
    } else {
      this.#header = undefined;
      this.#builder.tableLines(textsOf(lines), undefined);
    }
  }

  /** Something else stands behind the table. */
  end(): void {
    this.#header = undefined;
  }
}
