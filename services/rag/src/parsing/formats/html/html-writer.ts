import type { DocumentBuilder } from '../../document-builder.ts';
import { OpenTable, type TableRow } from '../open-table.ts';
import { blockElements, headingLevel } from './html-elements.ts';
import { tidyRows } from './tidy-rows.ts';

interface OpenList {
  readonly isOrdered: boolean;
  count: number;
}

/** Converts a stream of HTML elements and text into blocks of a document. */
export class HtmlWriter {
  readonly #builder: DocumentBuilder;
  readonly #lists: OpenList[] = [];
  readonly #tables: OpenTable[] = [];
  #text = '';
  #heading: number | undefined;
  #item: string | undefined;
  #quotes = 0;
  #preformatted = 0;

  constructor(builder: DocumentBuilder) {
    this.#builder = builder;
  }

  open(name: string, attributes: Readonly<Record<string, string>> = {}): void {
    const level = headingLevel(name);
    if (level !== undefined) this.#openHeading(level);
    else if (name === 'br') this.#append('\n');
    else if (name === 'pre') this.#openPreformatted();
    else if (name === 'table') this.#openTable();
    else if (name === 'tr') this.#openRow();
    else if (name === 'td' || name === 'th') this.#openCell(name, attributes);
    else if (name === 'thead') this.#tables.at(-1)?.openHead();
    else if (name === 'li') this.#openItem();
    else if (blockElements.has(name)) this.#openBlock(name);
  }

  close(name: string): void {
    if (headingLevel(name) !== undefined) this.#flush();
    else if (name === 'pre') this.#closePreformatted();
    else if (name === 'table') this.#closeTable();
    else if (name === 'tr') this.#closeRow();
    else if (name === 'td' || name === 'th') this.#closeCell();
    else if (name === 'thead') this.#closeHead();
    else if (name === 'li') this.#flush();
    else if (blockElements.has(name)) this.#closeBlock(name);
  }

  text(text: string): void {
    this.#append(this.#preformatted > 0 ? text : text.replace(/[^\S\u00a0]+/g, ' '));
  }

  end(): void {
    while (this.#tables.length > 0) this.#closeTable();
    this.#flush();
  }

  get #table(): OpenTable | undefined {
    const table = this.#tables.at(-1);
    return table?.isLayout ? undefined : table;
  }

  #append(text: string): void {
    const table = this.#table;
    if (table?.cell !== undefined) table.cell += text;
    else this.#text += text;
  }

  /** Within a cell a block is only a space. */
  #breakBlock(): boolean {
    if (this.#table?.cell === undefined) return true;
    this.#append(' ');
    return false;
  }

  #openHeading(level: number): void {
    const table = this.#table;
    if (table?.cell !== undefined && level <= 3) this.#unfold(table);
    if (!this.#breakBlock()) return;
    this.#flush();
    this.#heading = level;
  }

  #openBlock(name: string): void {
    if (!this.#breakBlock()) return;
    if (this.#item === undefined || this.#text.trim() !== '') this.#flush();
    if (name === 'ul' || name === 'ol') this.#lists.push({ isOrdered: name === 'ol', count: 0 });
    if (name === 'blockquote') this.#quotes += 1;
  }

  #closeBlock(name: string): void {
    if (!this.#breakBlock()) return;
    this.#flush();
    if (name === 'ul' || name === 'ol') this.#lists.pop();
    if (name === 'blockquote') this.#quotes = Math.max(0, this.#quotes - 1);
  }

  #openItem(): void {
    if (!this.#breakBlock()) return;
    this.#flush();
    const list = this.#lists.at(-1);
    if (list !== undefined) list.count += 1;
    this.#item = list?.isOrdered ? `${list.count}.` : '-';
  }

  #openPreformatted(): void {
    if (this.#breakBlock()) this.#flush();
    this.#preformatted += 1;
  }

  #closePreformatted(): void {
    this.#preformatted = Math.max(0, this.#preformatted - 1);
    if (!this.#breakBlock() || this.#preformatted > 0) return;
    this.#builder.code(this.#text);
    this.#text = '';
  }

  #openTable(): void {
    if (this.#table?.cell === undefined) this.#flush();
    this.#tables.push(new OpenTable());
  }

  #openRow(): void {
    const table = this.#table;
    if (table === undefined) this.#flush();
    else table.openRow();
  }

  #openCell(name: string, attributes: Readonly<Record<string, string>>): void {
    const table = this.#table;
    if (table === undefined) this.#flush();
    else {
      const { colspan, rowspan } = attributes;
      table.openCell({
        columns: Number.parseInt(colspan ?? '', 10),
        rows: Number.parseInt(rowspan ?? '', 10),
        isHeader: name === 'th',
      });
    }
  }

  #closeCell(): void {
    const table = this.#table;
    if (table === undefined) this.#flush();
    else table.closeCell();
  }

  #closeRow(): void {
    const table = this.#table;
    if (table === undefined) this.#flush();
    else table.closeRow();
  }

  #closeHead(): void {
    this.#table?.closeRow();
    this.#tables.at(-1)?.closeHead();
  }

  /** The rows of a table within a cell become rows of the outer table. */
  #closeTable(): void {
    this.#closeRow();
    const table = this.#tables.pop();
    if (table === undefined) return;
    this.#flush();
    const around = this.#table;
    if (around?.cell !== undefined) around.rows.push(...table.rows);
    else this.#writeRows(table.rows);
  }

  #unfold(table: OpenTable): void {
    table.closeRow();
    table.isLayout = true;
    this.#writeRows(table.rows);
  }

  #writeRows(source: readonly TableRow[]): void {
    const { rows, hasHeader } = tidyRows(source);
    if (rows.some((row) => row.length > 1)) this.#builder.table(rows, { hasHeader });
    else for (const [cell] of rows) this.#builder.paragraph(cell ?? '');
  }

  #flush(): void {
    const text = this.#text;
    this.#text = '';
    if (text.trim() === '') {
      this.#heading = undefined;
      return;
    }
    if (this.#heading !== undefined) this.#builder.heading(this.#heading, text);
    else if (this.#lists.length > 0 || this.#item !== undefined) this.#writeItem(text);
    else if (this.#quotes > 0) this.#builder.quote(text);
    else this.#builder.paragraph(text);
    this.#heading = undefined;
    this.#item = undefined;
  }

  #writeItem(text: string): void {
    this.#builder.listItem(Math.max(1, this.#lists.length), text, this.#item);
  }
}
