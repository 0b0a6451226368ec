import type { DocumentBuilder } from '../../document-builder.ts';

interface Style {
  name: string;
  /** Outline level from 0; 9 is body text. */
  outline: number | undefined;
}

const bullet = /^[\u2022\u00b7\uf0b7\u25cf\u25aa\u25e6o*-]$/;

/** Converts the text of an RTF file into blocks. */
export class ParagraphWriter {
  readonly #builder: DocumentBuilder;
  readonly #styles = new Map<number, Style>();
  #text = '';
  #marker = '';
  #note = '';
  #notes: string[] = [];
  #style: number | undefined;
  #outline: number | undefined;
  #depth = 0;
  #isInTable = false;
  #rows: string[][] = [];
  #cells: string[] = [];

  constructor(builder: DocumentBuilder) {
    this.#builder = builder;
  }

  text(text: string): void {
    this.#text += text;
  }

  /** Adds to the marker of a list item. */
  marker(text: string): void {
    this.#marker += text;
  }

  note(text: string): void {
    this.#note += text;
  }

  closeNote(): void {
    if (this.#note.trim() !== '') this.#notes.push(this.#note);
    this.#note = '';
  }

  setStyleLevel(style: number, outline: number): void {
    this.#styleOf(style).outline = outline;
  }

  nameStyle(style: number, text: string): void {
    this.#styleOf(style).name += text;
  }

  control(word: string, value: number | undefined): void {
    if (word === 'par' || word === 'sect' || word === 'page') this.#endParagraph();
    else if (word === 'pard') this.#resetParagraph();
    else if (word === 's') this.#style = value;
    else if (word === 'outlinelevel') this.#outline = value;
    else if (word === 'ilvl') this.#depth = Math.min(Math.max(value ?? 0, 0), 8);
    else if (word === 'intbl') this.#isInTable = true;
    else if (word === 'cell') this.#endCell();
    else if (word === 'nestcell' || word === 'nestrow') this.#text += ' ';
    else if (word === 'row') this.#endRow();
  }

  end(): void {
    if (this.#cells.length > 0) this.#endRow();
    this.#isInTable = false;
    this.#endParagraph();
    this.#endTable();
  }

  #styleOf(style: number): Style {
    const known = this.#styles.get(style) ?? { name: '', outline: undefined };
    this.#styles.set(style, known);
    return known;
  }

  #resetParagraph(): void {
    this.#style = undefined;
    this.#outline = undefined;
    this.#depth = 0;
    this.#isInTable = false;
  }

  #endParagraph(): void {
    if (this.#isInTable) {
      this.#text += '\n';
      return;
    }
    const text = this.#text;
    const marker = this.#marker.trim();
    this.#text = '';
    this.#marker = '';
    if (text.trim() === '' && this.#notes.length === 0) return;
    this.#endTable();
    const level = this.#headingLevel();
    if (level === 'title') {
      this.#builder.title ??= text.trim();
      this.#builder.heading(1, text);
    } else if (level !== undefined) this.#builder.heading(level, text);
    else if (marker !== '') {
      this.#builder.listItem(this.#depth + 1, text, bullet.test(marker) ? '-' : marker);
    } else this.#builder.paragraph(text);
    this.#writeNotes();
  }

  #headingLevel(): number | 'title' | undefined {
    const style = this.#styles.get(this.#style ?? -1);
    const name = style?.name.replace(/;.*$/s, '').trim() ?? '';
    const outline = this.#outline ?? style?.outline;
    if (outline !== undefined && outline >= 0 && outline < 9) return Math.min(outline + 1, 6);
    const named = /^heading (\d)$/i.exec(name)?.[1];
    if (named !== undefined && named !== '0') return Math.min(Number(named), 6);
    return /^title$/i.test(name) ? 'title' : undefined;
  }

  #endCell(): void {
    this.#cells.push(this.#text);
    this.#text = '';
    this.#marker = '';
  }

  #endRow(): void {
    if (this.#text.trim() !== '') this.#endCell();
    this.#rows.push(this.#cells);
    this.#cells = [];
    this.#isInTable = false;
  }

  #endTable(): void {
    const rows = this.#rows;
    this.#rows = [];
    if (rows.length === 0) return;
    if (rows.every((row) => row.length <= 1)) {
      for (const cell of rows.flat()) this.#builder.paragraph(cell);
    } else this.#builder.table(rows);
    this.#writeNotes();
  }

  #writeNotes(): void {
    for (const note of this.#notes) this.#builder.paragraph(note);
    this.#notes = [];
  }
}
