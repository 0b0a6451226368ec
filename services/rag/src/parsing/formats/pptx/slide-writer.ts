import type { DocumentBuilder } from '../../document-builder.ts';
import type { XmlHandlers } from '../../read-xml.ts';

/** Placeholders that every slide repeats. */
const repeatedPlaceholders = new Set(['sldNum', 'dt', 'ftr', 'hdr', 'sldImg']);

/** Converts a slide, its notes or a diagram into blocks while its elements are read. */
export class SlideWriter implements XmlHandlers {
  readonly #builder: DocumentBuilder;
  readonly #paragraphs: string[] = [];
  #placeholder = '';
  #text: string | undefined;
  #isText = false;
  #depth = 1;
  #rows: string[][] | undefined;
  #cell: string | undefined;
  #fallbacks = 0;

  constructor(builder: DocumentBuilder) {
    this.#builder = builder;
  }

  open(name: string, attributes: Record<string, string>): void {
    if (name === 'mc:Fallback') this.#fallbacks += 1;
    if (this.#fallbacks > 0) return;
    if (name === 'p:sp') this.#placeholder = '';
    else if (name === 'p:ph') this.#placeholder = attributes.type ?? '';
    else if (name === 'a:p') {
      this.#text = '';
      this.#depth = 1;
    } else if (name === 'a:pPr') this.#depth = 1 + Math.min(Number(attributes.lvl) || 0, 8);
    else if (name === 'a:t') this.#isText = true;
    else if (name === 'a:br' && this.#text !== undefined) this.#text += '\n';
    else if (name === 'a:tbl') this.#rows = [];
    else if (name === 'a:tr') this.#rows?.push([]);
    else if (name === 'a:tc') this.#cell = '';
  }

  close(name: string): void {
    if (name === 'mc:Fallback') this.#fallbacks = Math.max(0, this.#fallbacks - 1);
    else if (this.#fallbacks > 0) return;
    else if (name === 'a:t') this.#isText = false;
    else if (name === 'a:p') this.#closeParagraph();
    else if (name === 'a:tc') this.#closeCell();
    else if (name === 'a:tbl') this.#closeTable();
    else if (name === 'p:sp') this.#closeShape();
  }

  text(text: string): void {
    if (this.#isText && this.#text !== undefined) this.#text += text;
  }

  #closeParagraph(): void {
    const text = this.#text ?? '';
    this.#text = undefined;
    if (text.trim() === '' || repeatedPlaceholders.has(this.#placeholder)) return;
    if (this.#cell !== undefined) this.#cell += `${text} `;
    else if (/^(?:title|ctrTitle)$/.test(this.#placeholder)) this.#paragraphs.push(text);
    else if (this.#depth > 1) this.#builder.listItem(this.#depth, text, '-');
    else this.#builder.paragraph(text);
  }

  /** The paragraphs of a title are one heading. */
  #closeShape(): void {
    if (this.#paragraphs.length > 0) this.#builder.heading(1, this.#paragraphs.splice(0).join(' '));
    this.#placeholder = '';
  }

  #closeCell(): void {
    this.#rows?.at(-1)?.push(this.#cell ?? '');
    this.#cell = undefined;
  }

  #closeTable(): void {
    if (this.#rows !== undefined) this.#builder.table(this.#rows);
    this.#rows = undefined;
  }
}
