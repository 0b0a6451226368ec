import type { DocumentBuilder } from '../../document-builder.ts';
import type { Inline } from '../../inline/inline.ts';
import { InlineBuilder } from '../../inline/inline-builder.ts';
import { readMathMl } from '../../inline/math.ts';
import { writeInline } from '../../inline/write-inline.ts';
import { XmlTreeBuilder } from '../../xml-tree.ts';
import { OpenTable, type TableRow } from '../open-table.ts';
import type { PictureTexts } from '../picture-texts.ts';
import { blockElements, findTableElement, headingLevel } from './html-elements.ts';
import { HtmlLists, type ListElement } from './html-lists.ts';
import type { ElementStyle } from './page-styles.ts';
import { tidyRows } from './tidy-rows.ts';

type Attributes = Readonly<Record<string, string>>;

/** A mark of a note, or several. */
const noteMark = /^[\p{L}\p{N}*†‡§]{1,4}(?:\s*[,;–-]\s*[\p{L}\p{N}*†‡§]{1,4})*$/u;
/** Minimum words of a button that is a text; shorter ones are controls. */
const minButtonWords = 4;

export interface ShownPictures {
  readonly texts: PictureTexts;
  /** Returns the key of a picture by its address on the page. */
  readonly keyOf: (address: string) => string;
}

export interface HtmlWriterOptions {
  /** Marks of notes by the id of the note, for parts of a book. */
  readonly notes?: Map<string, string>;
  readonly pictures?: ShownPictures;
}

/** Facts about an element that the page around it decides. */
export interface OpenOptions {
  readonly style?: ElementStyle | undefined;
  readonly reversedItems?: number | undefined;
}

/** State that the end tag of an element resets. */
interface OpenElement {
  /** Element of a table for which it stands. */
  readonly stoodFor: string | undefined;
  readonly isDeleted: boolean;
  readonly isScript: boolean;
}

const deletedElements = /^(?:del|s|strike)$/;

/** Converts a stream of HTML elements and text into blocks of a document. */
export class HtmlWriter {
  readonly #builder: DocumentBuilder;
  readonly #lists = new HtmlLists();
  readonly #tables: OpenTable[] = [];
  /** Running text of the open block or cell. */
  readonly #inline: InlineBuilder;
  readonly #elements: OpenElement[] = [];
  /** Open elements whose text is deleted or struck. */
  #deletions = 0;
  #heading: number | undefined;
  #item: string | undefined;
  #quotes = 0;
  #preformatted = 0;
  #formula: XmlTreeBuilder | undefined;
  readonly #notes: Map<string, string>;
  /** Mark of a note whose text follows. */
  #note: string | undefined;
  /** Choices of the open list of a form. */
  #chosen: string[] | undefined;
  #isInChoice = false;
  /** True if the open raised text is or contains a link to a note. */
  #hasNoteLink = false;
  /** True within a link to a place of the page. */
  #isInLocalLink = false;

  readonly #shown: ShownPictures | undefined;
  /** Pictures of the open block, whose text follows it. */
  readonly #pictures: string[] = [];

  constructor(builder: DocumentBuilder, { notes = new Map(), pictures }: HtmlWriterOptions = {}) {
    this.#builder = builder;
    this.#notes = notes;
    this.#shown = pictures;
    this.#inline = new InlineBuilder((reason, text) => builder.leaveOut(reason, text));
  }

  /** True within MathML. */
  get isInFormula(): boolean {
    return this.#formula !== undefined;
  }

  open(
    written: string,
    attributes: Attributes = {},
    { style, reversedItems }: OpenOptions = {},
  ): void {
    const stoodFor = findTableElement(written, attributes.role);
    const name = stoodFor ?? written;
    if (name === 'math') this.#formula ??= new XmlTreeBuilder();
    if (this.#formula !== undefined) {
      this.#formula.open(name, attributes);
      return;
    }
    const isDeleted = deletedElements.test(name) || style?.isStruck === true;
    const script = isInline(name) ? style?.script : undefined;
    if (script === 'raised') this.#openRaised();
    else if (script === 'lowered') this.#inline.open((content) => ({ kind: 'lowered', content }));
    this.#openElement({ name, attributes, style, depth: this.#elements.length, reversedItems });
    if (isNoteText(attributes)) this.#note = this.#notes.get(attributes.id ?? '');
    if (isDeleted) this.#deletions += 1;
    this.#elements.push({ stoodFor, isDeleted, isScript: script !== undefined });
  }

  #openElement(element: ListElement): void {
    const { name, attributes } = element;
    const generated = this.#lists.count(element);
    const level = headingLevel(name);
    if (level !== undefined) this.#openHeading(level);
    else if (name === 'br') this.#inline.add('\n');
    else if (name === 'pre') this.#openPreformatted();
    else if (name === 'table') this.#openTable();
    else if (name === 'tr') this.#openRow();
    else if (name === 'td' || name === 'th') this.#openCell(name, attributes);
    else if (name === 'thead') this.#tables.at(-1)?.openHead();
    else if (name === 'tfoot') this.#tables.at(-1)?.openFoot();
    else if (name === 'li') this.#openItem(generated.trim() || this.#lists.marker(element.style));
    else if (name === 'ol' || name === 'ul') {
      this.#openBlock(name);
      this.#lists.open(element);
    } else if (name === 'button' && this.#heading === undefined && opensPanel(attributes)) {
      this.#openBlock(name);
    } else if (blockElements.test(name)) this.#openBlock(name);
    else this.#openInline(name, attributes);
    if (generated !== '' && name !== 'li') this.#add(generated);
  }

  close(name: string): void {
    if (this.#formula !== undefined) {
      this.#formula.close();
      if (this.#formula.isOpen) return;
      for (const piece of readMathMl(this.#formula.root)) this.#add(piece);
      this.#formula = undefined;
      return;
    }
    const element = this.#elements.pop();
    this.#closeElement(element?.stoodFor ?? name);
    this.#lists.endCount(this.#elements.length);
    if (element?.isScript) this.#inline.close();
    if (element?.isDeleted) this.#deletions -= 1;
  }

  #closeElement(name: string): void {
    if (headingLevel(name) !== undefined) this.#flush();
    else if (name === 'pre') this.#closePreformatted();
    else if (name === 'table') this.#closeTable();
    else if (name === 'tr') this.#closeRow();
    else if (name === 'td' || name === 'th') this.#closeCell();
    else if (name === 'thead') this.#closeHead();
    else if (name === 'tfoot') this.#closeFoot();
    else if (name === 'li') this.#breakBlock();
    else if (name === 'ol' || name === 'ul') this.#closeList();
    else if (blockElements.test(name)) this.#closeBlock(name);
    else this.#closeInline(name);
  }

  text(text: string): void {
    if (this.#formula !== undefined) this.#formula.text(text);
    else if (this.#chosen !== undefined) {
      if (this.#isInChoice) this.#chosen.push(`${this.#chosen.pop() ?? ''}${text}`);
    } else this.#add(this.#preformatted > 0 ? text : text.replace(/[^\S\u00a0]+/g, ' '));
  }

  end(): void {
    while (this.#tables.length > 0) this.#closeTable();
    this.#flush();
  }

  /** Adds a piece, or reports it within deleted text. */
  #add(piece: Inline): void {
    if (this.#deletions === 0) this.#inline.add(piece);
    else this.#inline.leaveOut('deleted', writeInline([piece]));
  }

  get #table(): OpenTable | undefined {
    const table = this.#tables.at(-1);
    return table?.isLayout ? undefined : table;
  }

  get #isInCell(): boolean {
    return this.#table?.cell !== undefined;
  }

  #openInline(name: string, attributes: Attributes): void {
    if (name === 'sup') this.#openRaised();
    else if (name === 'sub') this.#inline.open((content) => ({ kind: 'lowered', content }));
    else if (name === 'rt') this.#inline.open((content) => ({ kind: 'guide', content }));
    else if (name === 'button') {
      this.#inline.open(this.#heading === undefined ? writeButton : (content) => content);
    } else if (name === 'a') this.#openLink(attributes);
    else if (name === 'q') this.#add('“');
    else if (name === 'tspan' && ('x' in attributes || 'dy' in attributes)) this.#add(' ');
    else if (name === 'img') {
      if (attributes.alt) this.#add({ kind: 'picture', description: attributes.alt });
      if (this.#shown && attributes.src) this.#pictures.push(this.#shown.keyOf(attributes.src));
    } else this.#openField(name, attributes);
  }

  #closeInline(name: string): void {
    if (name === 'a') this.#isInLocalLink = false;
    if (/^(?:sup|sub|rt|button|a)$/.test(name)) this.#inline.close();
    else if (name === 'q') this.#add('”');
    else if (name === 'textarea') this.#add(' ');
    else if (name === 'option') this.#isInChoice = false;
    else if (name === 'select') {
      const chosen = this.#chosen ?? [];
      this.#chosen = undefined;
      this.#add(` ${chosen.map((choice) => choice.trim()).join(', ')} `);
    }
  }

  #openLink(attributes: Attributes): void {
    const isNote =
      /\bnoteref\b/.test(attributes['epub:type'] ?? '') || attributes.role === 'doc-noteref';
    this.#isInLocalLink = attributes.href?.startsWith('#') === true;
    this.#hasNoteLink ||= isNote || this.#isInLocalLink;
    const id = /#(.+)$/.exec(attributes.href ?? '')?.[1];
    this.#inline.open((content) => {
      if (!isNote) return content;
      const note = writeNote(content);
      if (typeof note === 'object' && note.kind === 'note_mark' && id) {
        this.#notes.set(id, note.mark);
      }
      return note;
    });
  }

  #writeRaised(content: readonly Inline[]): Inline | readonly Inline[] {
    const isNote = content.every((piece) =>
      typeof piece === 'string' ? /^[\s,;–-]*$/.test(piece) : piece.kind === 'note_mark',
    );
    if (isNote) return content;
    return this.#hasNoteLink && noteMark.test(writeInline(content).trim())
      ? writeNote(content)
      : { kind: 'raised', content };
  }

  #openRaised(): void {
    // Raised text at the start of a block begins a note.
    this.#hasNoteLink = this.#inline.isEmpty || this.#isInLocalLink;
    this.#inline.open((content) => this.#writeRaised(content));
  }

  /** Writes the state of a form's field. */
  #openField(name: string, attributes: Attributes): void {
    const { type = '', role = '', value = '' } = attributes;
    const isBox = name === 'input' && /^(?:checkbox|radio)$/i.test(type);
    const isDrawnBox = /^(?:checkbox|radio|switch)$/.test(role) && 'aria-checked' in attributes;
    if (isBox || isDrawnBox) {
      if (!this.#inline.isEmpty) this.#add(' ');
      const isTicked = isBox ? 'checked' in attributes : attributes['aria-checked'] === 'true';
      this.#add({ kind: 'check_box', isTicked });
    } else if (name === 'input') this.#add(value.trim() === '' ? '' : ` ${value} `);
    else if (name === 'textarea') this.#add(' ');
    else if (name === 'select') this.#chosen = [];
    else if (name === 'option' && this.#chosen !== undefined && 'selected' in attributes) {
      this.#isInChoice = true;
      this.#chosen.push('');
    }
  }

  /** Within a cell a block is only a space. */
  #breakBlock(): boolean {
    if (!this.#isInCell) {
      this.#flush();
      return true;
    }
    this.#inline.add(' ');
    return false;
  }

  #openHeading(level: number): void {
    const table = this.#table;
    if (table?.cell !== undefined && level <= 3) this.#unfold(table);
    if (this.#breakBlock()) this.#heading = level;
  }

  #openBlock(name: string): void {
    if (this.#isInCell) this.#inline.add(' ');
    else if (this.#item === undefined || !this.#inline.isEmpty) this.#flush();
    if (name === 'blockquote') this.#quotes += 1;
  }

  #closeBlock(name: string): void {
    this.#breakBlock();
    if (name === 'blockquote') this.#quotes = Math.max(0, this.#quotes - 1);
  }

  #closeList(): void {
    this.#breakBlock();
    this.#lists.close();
  }

  #openItem(marker: string): void {
    if (this.#breakBlock()) this.#item = marker;
    else if (marker !== '-' && marker !== '') this.#inline.add(`${marker} `);
  }

  /** Replaces the number of an item that has no text yet; returns false if there is none. */
  markItem(marker: string): boolean {
    if (this.#item === undefined || !this.#inline.isEmpty) return false;
    this.#item = marker;
    return true;
  }

  #openPreformatted(): void {
    this.#breakBlock();
    this.#preformatted += 1;
  }

  #closePreformatted(): void {
    this.#preformatted = Math.max(0, this.#preformatted - 1);
    if (this.#isInCell || this.#preformatted > 0) this.#inline.add(' ');
    else this.#builder.code(this.#inline.take());
  }

  #openTable(): void {
    const around = this.#table;
    if (around?.cell === undefined) this.#flush();
    else around.cell += this.#inline.take();
    this.#tables.push(new OpenTable());
  }

  #openRow(): void {
    this.#closeCell();
    this.#table?.openRow();
  }

  #openCell(name: string, { colspan, rowspan }: Attributes): void {
    this.#closeCell();
    this.#table?.openCell({
      columns: Number.parseInt(colspan ?? '', 10),
      // A span of 0 rows reaches to the end of the table.
      rows: rowspan === '0' ? Number.POSITIVE_INFINITY : Number.parseInt(rowspan ?? '', 10),
      isHeader: name === 'th',
    });
  }

  #closeCell(): void {
    const table = this.#table;
    if (table?.cell === undefined) {
      if (table === undefined) this.#flush();
      return;
    }
    table.cell += this.#inline.take();
    table.closeCell();
  }

  #closeRow(): void {
    this.#closeCell();
    this.#table?.closeRow();
  }

  #closeHead(): void {
    this.#closeRow();
    this.#tables.at(-1)?.closeHead();
  }

  #closeFoot(): void {
    this.#closeRow();
    this.#tables.at(-1)?.closeFoot();
  }

  #closeTable(): void {
    this.#closeRow();
    const table = this.#tables.pop();
    if (table === undefined) return;
    table.close();
    const around = this.#table;
    if (around?.cell !== undefined) around.addInner(table.rows);
    else {
      this.#flushText();
      this.#writeRows(table.rows);
      this.#writePictures();
    }
  }

  /** Pictures within a table follow it. */
  #writePictures(): void {
    if (this.#table !== undefined) return;
    for (const key of this.#pictures.splice(0)) this.#shown?.texts.write(key, this.#builder);
  }

  #unfold(table: OpenTable): void {
    this.#closeRow();
    table.isLayout = true;
    this.#writeRows(table.rows);
  }

  #writeRows(source: readonly TableRow[]): void {
    const { rows, hasHeader } = tidyRows(source);
    if (rows.some((row) => row.length > 1)) this.#builder.table(rows, { hasHeader });
    else for (const [cell] of rows) this.#builder.paragraph(cell ?? '');
  }

  /** Puts the mark of a note before its text, unless the text or its item shows it. */
  #markNote(text: string): string {
    const mark = this.#note;
    if (mark === undefined || text.trim() === '') return text;
    this.#note = undefined;
    const start = `${this.#item ?? ''} ${text}`.replace(/^[^\p{L}\p{N}*†‡§]+/u, '');
    return start.startsWith(mark) || /^note /i.test(start) ? text : `[note ${mark}] ${text}`;
  }

  #flush(): void {
    this.#flushText();
    this.#writePictures();
  }

  #flushText(): void {
    const text = this.#markNote(this.#inline.take());
    const heading = this.#heading;
    this.#heading = undefined;
    if (text.trim() === '') return;
    if (heading !== undefined) this.#builder.heading(heading, text);
    else if (this.#lists.depth > 0 || this.#item !== undefined) {
      this.#builder.listItem(Math.max(1, this.#lists.depth), text, this.#item);
    } else if (this.#quotes > 0) this.#builder.quote(text);
    else this.#builder.paragraph(text);
    this.#item = undefined;
  }
}

/** Returns true for a button that opens a part of the text, such as an answer under its question. */
function opensPanel(attributes: Attributes): boolean {
  return ['aria-expanded', 'aria-controls', 'data-bs-toggle', 'data-toggle', 'popovertarget'].some(
    (name) => name in attributes,
  );
}

/** Returns true for an element with the text of a note. */
export function isNoteText(attributes: Attributes): boolean {
  return (
    /\b(?:footnote|endnote|rearnote)\b/.test(attributes['epub:type'] ?? '') ||
    /^doc-(?:footnote|endnote)$/.test(attributes.role ?? '')
  );
}

function writeButton(content: readonly Inline[]): readonly Inline[] {
  return writeInline(content).trim().split(/\s+/).length >= minButtonWords ? content : [' '];
}

function writeNote(content: readonly Inline[]): Inline {
  const plain = content.flatMap((piece) =>
    typeof piece === 'object' && piece.kind === 'raised' ? piece.content : [piece],
  );
  const mark = writeInline(plain)
    .trim()
    .replace(/^\[|\]$/g, '')
    .replace(/^note\s+(?=\S)/i, '');
  return mark === '' ? '' : { kind: 'note_mark', mark };
}

/** Returns true for an element whose text can be raised; cells and blocks align otherwise. */
function isInline(name: string): boolean {
  return !blockElements.test(name) && !/^(?:sup|sub|img|t[dhr]|li|tbody|thead|h\d)$/.test(name);
}
