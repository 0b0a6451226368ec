import type { DocumentBuilder } from '../../document-builder.ts';
import type { XmlHandlers } from '../../read-xml.ts';
import { writeSheet } from '../write-sheet.ts';

interface OpenTable {
  readonly rows: string[][];
  cells: string[];
  cell: string | undefined;
  repeated: number;
  /** True if the file marks the first row as a header. */
  hasHeader: boolean;
}

/** Elements that are not part of the text: removed text, comments, speaker notes. */
const skipped = new Set([
  'text:tracked-changes',
  'office:annotation',
  'office:forms',
  'text:ruby-text',
]);
/** Maximum repetitions of equal cells; a sheet repeats its last cell up to the last column. */
const maxRepeated = 64;

export interface OdfWriterOptions {
  /** True if tables are sheets of a workbook, with a header and a name. */
  readonly isSpreadsheet: boolean;
}

/** Converts the content of an OpenDocument file into blocks while its elements are read. */
export class OdfWriter implements XmlHandlers {
  readonly #builder: DocumentBuilder;
  readonly #isSpreadsheet: boolean;
  readonly #tables: OpenTable[] = [];
  readonly #paragraphs: { text: string; level: number | undefined }[] = [];
  #skippedDepth = 0;
  #listDepth = 0;
  #page = 0;

  constructor(builder: DocumentBuilder, { isSpreadsheet }: OdfWriterOptions) {
    this.#builder = builder;
    this.#isSpreadsheet = isSpreadsheet;
  }

  open(name: string, attributes: Record<string, string>): void {
    if (skipped.has(name)) this.#skippedDepth += 1;
    if (this.#skippedDepth > 0) return;
    const table = this.#tables.at(-1);
    switch (name) {
      case 'text:p':
        this.#paragraphs.push({ text: '', level: undefined });
        break;
      case 'text:h':
        this.#paragraphs.push({ text: '', level: Number(attributes['text:outline-level']) || 1 });
        break;
      case 'text:list':
        this.#listDepth += 1;
        break;
      case 'text:s':
      case 'text:tab':
        this.#append(' ');
        break;
      case 'text:line-break':
        this.#append('\n');
        break;
      case 'draw:page':
        this.#page += 1;
        this.#builder.startPage(this.#page);
        break;
      case 'table:table':
        this.#openTable(attributes['table:name']);
        break;
      case 'table:table-header-rows':
        if (table?.rows.length === 0) table.hasHeader = true;
        break;
      case 'table:table-row':
        if (table !== undefined) table.cells = [];
        break;
      case 'table:table-cell':
        if (table === undefined) break;
        table.cell = '';
        table.repeated = Number(attributes['table:number-columns-repeated']) || 1;
        break;
    }
  }

  close(name: string): void {
    if (skipped.has(name)) this.#skippedDepth = Math.max(0, this.#skippedDepth - 1);
    else if (this.#skippedDepth > 0) return;
    else if (name === 'text:p' || name === 'text:h') this.#closeParagraph();
    else if (name === 'text:list') this.#listDepth = Math.max(0, this.#listDepth - 1);
    else if (name === 'table:table-cell') this.#closeCell();
    else if (name === 'table:table-row') this.#closeRow();
    else if (name === 'table:table') this.#closeTable();
  }

  text(text: string): void {
    if (this.#skippedDepth === 0) this.#append(text.replace(/\s+/g, ' '));
  }

  #append(text: string): void {
    const paragraph = this.#paragraphs.at(-1);
    if (paragraph !== undefined) paragraph.text += text;
  }

  #closeParagraph(): void {
    const paragraph = this.#paragraphs.pop();
    if (paragraph === undefined || paragraph.text.trim() === '') return;
    const { text, level } = paragraph;
    const table = this.#tables.at(-1);
    if (table?.cell !== undefined) table.cell += `${text} `;
    else if (level !== undefined) this.#builder.heading(level, text);
    else if (this.#listDepth > 0) this.#builder.listItem(this.#listDepth, text, '-');
    else this.#builder.paragraph(text);
  }

  #openTable(name: string | undefined): void {
    if (this.#isSpreadsheet && name) this.#builder.heading(2, name);
    this.#tables.push({ rows: [], cells: [], cell: undefined, repeated: 1, hasHeader: false });
  }

  #closeCell(): void {
    const table = this.#tables.at(-1);
    if (table?.cell === undefined) return;
    const count = Math.min(table.repeated, maxRepeated);
    for (let cell = 0; cell < count; cell += 1) table.cells.push(table.cell);
    table.cell = undefined;
  }

  #closeRow(): void {
    const table = this.#tables.at(-1);
    if (table?.cells.some((cell) => cell.trim() !== '')) table.rows.push(table.cells);
  }

  /** A table within a cell becomes text of the cell. */
  #closeTable(): void {
    const table = this.#tables.pop();
    const around = this.#tables.at(-1);
    if (table === undefined) return;
    if (around?.cell !== undefined) around.cell += table.rows.flat().join(' ');
    else if (this.#isSpreadsheet) writeSheet(this.#builder, table.rows);
    else this.#builder.table(table.rows, table);
  }
}
