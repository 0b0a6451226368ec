import type { DocumentBuilder, LeftOutReason } from '../../document-builder.ts';
import type { Inline } from '../../inline/inline.ts';
import { InlineBuilder } from '../../inline/inline-builder.ts';
import { formatListNumber } from '../list-number.ts';
import { joinHeaderRows, OpenTable, type TableCell } from '../open-table.ts';

interface Style {
  name: string;
  /** Outline level from 0; 9 is body text. */
  outline: number | undefined;
}

const bullet = /^(?:[^\p{L}\p{N}]|o)$/u;

/** Converts the text of an RTF file into blocks. */
export class ParagraphWriter {
  readonly #builder: DocumentBuilder;
  readonly #styles = new Map<number, Style>();
  readonly #inline: InlineBuilder;
  #marker = '';
  #note: InlineBuilder | undefined;
  #notes: string[] = [];
  readonly #noteCounts = { footnote: 0, endnote: 0 };
  #style: number | undefined;
  #outline: number | undefined;
  #depth = 0;
  #isInTable = false;
  #table: OpenTable | undefined;
  #cells: string[] = [];
  /** Cells of the open row as it describes them, and the next one. */
  #described: TableCell[] = [];
  #next: TableCell = {};
  #isHeaderRow = false;

  constructor(builder: DocumentBuilder) {
    this.#builder = builder;
    this.#inline = this.#createInline();
  }

  #createInline(): InlineBuilder {
    return new InlineBuilder((reason, text) => this.#builder.leaveOut(reason, text));
  }

  leaveOut(reason: LeftOutReason, text: string): void {
    (this.#note ?? this.#inline).leaveOut(reason, text);
  }

  text(text: string, script?: 'raised' | 'lowered'): void {
    const inline = this.#note ?? this.#inline;
    if (script === undefined) inline.add(text);
    else inline.addScript(script, text);
  }

  piece(piece: Inline): void {
    (this.#note ?? this.#inline).add(piece);
  }

  openLink(target: string): void {
    (this.#note ?? this.#inline).open((content) => ({ kind: 'link', content, target }));
  }

  closeLink(): void {
    (this.#note ?? this.#inline).close();
  }

  /** Adds to the marker of a list item. */
  marker(text: string): void {
    this.#marker += text;
  }

  openNote(): void {
    this.#note = this.#createInline();
  }

  closeNote(kind: 'footnote' | 'endnote'): void {
    const text = this.#note?.take().trim() ?? '';
    this.#note = undefined;
    if (text === '') return;
    this.#noteCounts[kind] += 1;
    const count = this.#noteCounts[kind];
    const mark = kind === 'footnote' ? String(count) : formatListNumber(count, 'lowerRoman');
    this.#inline.add({ kind: 'note_mark', mark });
    this.#notes.push(`[note ${mark}] ${text}`);
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
    else if (word === 'nestcell' || word === 'nestrow') this.#inline.add(' ');
    else if (word === 'row') this.#endRow();
    else this.#describeRow(word);
  }

  #describeRow(word: string): void {
    if (word === 'trowd') {
      this.#described = [];
      this.#isHeaderRow = false;
    } else if (word === 'trhdr') this.#isHeaderRow = true;
    else if (word === 'clvmrg') this.#next = { ...this.#next, continuesAbove: true };
    else if (word === 'cellx') {
      this.#described.push(this.#next);
      this.#next = {};
    }
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
      this.#inline.add('\n');
      return;
    }
    const text = this.#inline.take();
    const marker = this.#marker.trim();
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
    const number = bullet.test(this.#marker.trim()) ? '' : this.#marker;
    this.#cells.push(`${number}${this.#inline.take()}`);
    this.#marker = '';
  }

  #endRow(): void {
    if (!this.#inline.isEmpty) {
      const rest = this.#inline.take();
      if (rest.trim() !== '') this.#cells.push(rest);
    }
    this.#table ??= new OpenTable();
    this.#table.openRow();
    for (const [at, text] of this.#cells.entries()) {
      this.#table.openCell({ ...this.#described[at], isHeader: this.#isHeaderRow });
      this.#table.cell = text;
      this.#table.closeCell();
    }
    this.#table.closeRow();
    this.#cells = [];
    this.#isInTable = false;
  }

  #endTable(): void {
    const table = this.#table;
    this.#table = undefined;
    if (table === undefined) return;
    const { rows, hasHeader } = joinHeaderRows(table.rows);
    if (rows.every((row) => row.length <= 1)) {
      for (const cell of rows.flat()) this.#builder.paragraph(cell);
    } else this.#builder.table(rows, { hasHeader });
    this.#writeNotes();
  }

  #writeNotes(): void {
    for (const note of this.#notes) this.#builder.paragraph(note);
    this.#notes = [];
  }
}
