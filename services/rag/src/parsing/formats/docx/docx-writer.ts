import type { DocumentBuilder } from '../../document-builder.ts';
import type { XmlHandlers } from '../../read-xml.ts';
import type { ListCounter } from './read-numbering.ts';
import type { ParagraphStyle } from './read-styles.ts';

interface OpenParagraph {
  text: string;
  styleId: string;
  listId: string | undefined;
  depth: number;
  outline: number | undefined;
}

interface OpenTable {
  readonly rows: string[][];
  cells: string[];
  cell: string[] | undefined;
  /** True if the file marks the first row as a header. */
  hasHeader: boolean;
}

/** Elements that are not part of the text: deleted runs and fallback renderings. */
const skipped = new Set(['w:del', 'w:moveFrom', 'mc:Fallback', 'w:pPrChange', 'w:rPrChange']);

const textElements = new Set(['w:t', 'm:t']);

/** Converts the body of a Word file into blocks while its elements are read. */
export class DocxWriter implements XmlHandlers {
  readonly #builder: DocumentBuilder;
  readonly #styles: ReadonlyMap<string, ParagraphStyle>;
  readonly #counter: ListCounter;
  readonly #paragraphs: OpenParagraph[] = [];
  readonly #tables: OpenTable[] = [];
  #skippedDepth = 0;
  #isText = false;
  /** Text of the phonetic guide that is open or whose base follows. */
  #guide: string | undefined;
  #isGuide = false;

  constructor(
    builder: DocumentBuilder,
    styles: ReadonlyMap<string, ParagraphStyle>,
    counter: ListCounter,
  ) {
    this.#builder = builder;
    this.#styles = styles;
    this.#counter = counter;
  }

  open(name: string, attributes: Record<string, string>): void {
    if (skipped.has(name)) this.#skippedDepth += 1;
    if (this.#skippedDepth > 0) return;
    if (textElements.has(name)) this.#isText = true;
    else if (name === 'w:rt') this.#openGuide();
    else if (name === 'w:p') this.#openParagraph();
    else if (name === 'w:tbl') this.#openTable();
    else if (name === 'w:tblHeader') this.#markHeader(attributes['w:val']);
    else if (name === 'w:tr') this.#openRow();
    else if (name === 'w:tc') this.#openCell();
    else this.#openProperty(name, attributes);
  }

  close(name: string): void {
    if (skipped.has(name)) this.#skippedDepth = Math.max(0, this.#skippedDepth - 1);
    else if (this.#skippedDepth > 0) return;
    else if (textElements.has(name)) this.#isText = false;
    else if (name === 'w:rt') this.#isGuide = false;
    else if (name === 'w:ruby') this.#writeGuide();
    else if (name === 'w:p') this.#closeParagraph();
    else if (name === 'w:tc') this.#closeCell();
    else if (name === 'w:tr') this.#closeRow();
    else if (name === 'w:tbl') this.#closeTable();
  }

  text(text: string): void {
    if (this.#isText && this.#skippedDepth === 0) this.#append(text);
  }

  #openParagraph(): void {
    this.#paragraphs.push({
      text: '',
      styleId: '',
      listId: undefined,
      depth: 0,
      outline: undefined,
    });
  }

  #openProperty(name: string, attributes: Record<string, string>): void {
    const paragraph = this.#paragraphs.at(-1);
    if (paragraph === undefined) return;
    const value = attributes['w:val'];
    if (name === 'w:tab') paragraph.text += paragraph.text === '' ? '' : '\t';
    else if (name === 'w:br' || name === 'w:cr') paragraph.text += '\n';
    else if (name === 'w:noBreakHyphen') paragraph.text += '-';
    else if (name === 'w:pStyle') paragraph.styleId = value ?? '';
    else if (name === 'w:numId') paragraph.listId = value;
    else if (name === 'w:ilvl') paragraph.depth = Math.min(Number(value) || 0, 8);
    else if (name === 'w:outlineLvl') paragraph.outline = Number(value);
  }

  #append(text: string): void {
    const paragraph = this.#paragraphs.at(-1);
    if (this.#isGuide) this.#guide += text;
    else if (paragraph !== undefined) paragraph.text += text;
  }

  #openGuide(): void {
    this.#guide = '';
    this.#isGuide = true;
  }

  /** Writes a phonetic guide in brackets after the characters that it explains. */
  #writeGuide(): void {
    if (this.#guide) this.#append(` (${this.#guide})`);
    this.#guide = undefined;
  }

  #closeParagraph(): void {
    const paragraph = this.#paragraphs.pop();
    if (paragraph === undefined || paragraph.text.trim() === '') return;
    const cell = this.#tables.at(-1)?.cell;
    if (cell !== undefined) cell.push(paragraph.text);
    else this.#write(paragraph);
  }

  #write({ text, styleId, listId, depth, outline }: OpenParagraph): void {
    const style = this.#styles.get(styleId);
    const level = outline !== undefined && outline < 9 ? outline + 1 : style?.headingLevel;
    const list = listId === undefined ? style?.list : { id: listId, depth };
    if (style?.isTitle) {
      this.#builder.title ??= text;
      this.#builder.heading(1, text);
    } else if (level !== undefined) this.#builder.heading(level, text);
    else if (list !== undefined && list.id !== '0') {
      this.#builder.listItem(list.depth + 1, text, this.#counter.next(list.id, list.depth));
    } else if (style?.isCode) this.#builder.code(text);
    else if (style?.isQuote) this.#builder.quote(text);
    else this.#builder.paragraph(text);
  }

  #openTable(): void {
    this.#tables.push({ rows: [], cells: [], cell: undefined, hasHeader: false });
  }

  #markHeader(value: string | undefined): void {
    const table = this.#tables.at(-1);
    if (table?.rows.length === 0) table.hasHeader = !/^(?:0|false|off)$/.test(value ?? '');
  }

  #openRow(): void {
    const table = this.#tables.at(-1);
    if (table !== undefined) table.cells = [];
  }

  #openCell(): void {
    const table = this.#tables.at(-1);
    if (table !== undefined) table.cell = [];
  }

  #closeCell(): void {
    const table = this.#tables.at(-1);
    if (table?.cell === undefined) return;
    table.cells.push(table.cell.join(' '));
    table.cell = undefined;
  }

  #closeRow(): void {
    const table = this.#tables.at(-1);
    table?.rows.push(table.cells);
  }

  /** A table within a cell becomes text of the cell. */
  #closeTable(): void {
    const table = this.#tables.pop();
    if (table === undefined) return;
    const around = this.#tables.at(-1)?.cell;
    if (around !== undefined) around.push(...table.rows.map((row) => row.join(' ')));
    else if (isFrame(table.rows)) this.#builder.paragraph(table.rows.flat().join('\n'));
    else this.#builder.table(table.rows, table);
  }
}

/** A table with one column only draws a box around text. */
function isFrame(rows: readonly (readonly string[])[]): boolean {
  return rows.every((row) => row.length <= 1);
}
