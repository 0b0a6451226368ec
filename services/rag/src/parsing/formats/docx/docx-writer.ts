import type { DocumentBuilder } from '../../document-builder.ts';
import { ElementCapture } from '../../element-capture.ts';
import { InlineBuilder } from '../../inline/inline-builder.ts';
import { readOmml } from '../../inline/math.ts';
import type { XmlHandlers } from '../../read-xml.ts';
import { decodeSymbol, decodeSymbols } from '../../symbol-fonts.ts';
import type { XmlNode } from '../../xml-tree.ts';
import { formatListNumber } from '../list-number.ts';
import { joinHeaderRows, OpenTable } from '../open-table.ts';
import { DocxFields } from './docx-fields.ts';
import type { DocxNumbering } from './docx-numbering.ts';
import { DocxObjects } from './docx-objects.ts';
import { changeRun } from './docx-runs.ts';
import { isOn, type ParagraphStyle, type RunStyle } from './docx-styles.ts';

/** Parts of a Word file that its body refers to. */
export interface DocxParts {
  readonly paragraphStyles: ReadonlyMap<string, ParagraphStyle>;
  readonly runStyles: ReadonlyMap<string, RunStyle>;
  readonly numbering: DocxNumbering;
  /** Addresses of links by relation. */
  readonly links: ReadonlyMap<string, string>;
  /** Writers of charts, diagrams, embedded documents and pictures by relation. */
  readonly embedded: ReadonlyMap<string, () => void>;
  /** Relations of pictures whose text was recognised. */
  readonly readPictures: ReadonlySet<string>;
  /** Notes by kind and id, such as `footnote 2`. */
  readonly notes: ReadonlyMap<string, Pick<DocumentBuilder, 'texts'>>;
}

interface OpenParagraph {
  readonly inline: InlineBuilder;
  styleId: string;
  listId: string | undefined;
  depth: number | undefined;
  outline: number | undefined;
  /** List number that the file states, as Word 2003 does. */
  marker: string | undefined;
  /** True if the end of the paragraph is deleted, so that its text belongs to the next one. */
  isEndDeleted: boolean;
}

interface OpenControl {
  isTicked: boolean | undefined;
  isPlaceholder: boolean;
}

/** Elements that are not part of the text: deleted runs, former properties, page headers. */
const skipped =
  /^(?:w:del|w:moveFrom|w:pPrChange|w:rPrChange|w:tblPrChange|w:tcPrChange|w:trPrChange|w:sectPrChange|w:hdr|w:ftr|w:binData)$/;
/** Elements that are read whole. */
const captured = new Set(['m:oMath', 'm:oMathPara', 'w:ffData']);

/** Converts the body of a Word file into blocks while its elements are read. */
export class DocxWriter implements XmlHandlers {
  readonly #builder: DocumentBuilder;
  readonly #parts: DocxParts;
  readonly #fields = new DocxFields();
  readonly #objects: DocxObjects;
  /** Open paragraphs: that of a text box stands within another. */
  readonly #paragraphs: OpenParagraph[] = [];
  readonly #runs: (RunStyle | undefined)[] = [];
  readonly #tables: OpenTable[] = [];
  readonly #controls: OpenControl[] = [];
  /** Alternatives that are open, each with whether one of them was read. */
  readonly #alternatives: boolean[] = [];
  /** Charts and notes that follow when the paragraph or the table is complete. */
  readonly #pending: (() => void)[] = [];
  readonly #noteNumbers = new Map<string, number>();
  readonly #writtenNotes = new Set<string>();
  readonly #capture = new ElementCapture(captured, (node) => this.#writeCaptured(node));
  #skippedDepth = 0;
  #isDeleted = false;
  #textElement = '';
  #isInProperties = false;
  #isHeaderRow = false;
  #isInRowProperties = false;
  #isRowDeleted = false;
  #carried = '';
  #guide: string | undefined;

  constructor(builder: DocumentBuilder, parts: DocxParts) {
    this.#builder = builder;
    this.#parts = parts;
    this.#objects = new DocxObjects(builder, {
      readPictures: parts.readPictures,
      write: (text) => this.#append(text),
      describe: (description) => {
        if (description.trim()) this.#paragraph?.inline.add({ kind: 'picture', description });
      },
      embed: (relation) => this.#embed(relation),
    });
  }

  open(name: string, attributes: Record<string, string>): void {
    if (this.#capture.isOpen) this.#capture.open(name, attributes);
    else if (this.#skippedDepth > 0 || this.#isSkipped(name, attributes)) this.#skippedDepth += 1;
    else if (this.#capture.starts(name)) this.#capture.open(name, attributes);
    else this.#open(name, attributes);
  }

  close(name: string): void {
    if (this.#capture.isOpen) this.#capture.close();
    else if (this.#skippedDepth > 0) {
      this.#skippedDepth -= 1;
    } else this.#close(name);
  }

  text(text: string): void {
    if (this.#capture.isOpen) this.#capture.text(text);
    else if (this.#skippedDepth > 0) {
      if (this.#isDeleted) this.#paragraph?.inline.leaveOut('deleted', text);
    } else if (this.#textElement === 'w:t') this.#append(text);
    else if (this.#textElement === 'w:instrText') this.#fields.instruct(text);
  }

  /** Writes the notes that nothing refers to, and names what was not read. */
  end(): void {
    for (const [key, { texts }] of this.#parts.notes) {
      if (!this.#writtenNotes.has(key)) for (const text of texts) this.#builder.paragraph(text);
    }
    this.#objects.end();
  }

  get #paragraph(): OpenParagraph | undefined {
    return this.#paragraphs.at(-1);
  }

  #isSkipped(name: string, attributes: Record<string, string>): boolean {
    if (name === 'mc:Choice' || name === 'mc:Fallback') {
      const last = this.#alternatives.length - 1;
      if (this.#alternatives[last]) {
        this.#isDeleted = false;
        return true;
      }
      if (last >= 0) this.#alternatives[last] = true;
    }
    const isOldDeletion = attributes['w:type'] === 'Word.Deletion';
    if (!skipped.test(name) && !isOldDeletion) return false;
    this.#isDeleted = name === 'w:del' || isOldDeletion;
    const paragraph = this.#paragraph;
    const marksEnd = name === 'w:del' || name === 'w:moveFrom';
    if (marksEnd && this.#isInProperties && paragraph) paragraph.isEndDeleted = true;
    if (name === 'w:del' && this.#isInRowProperties) this.#isRowDeleted = true;
    return true;
  }

  #open(name: string, attributes: Record<string, string>): void {
    const value = attributes['w:val'];
    switch (name) {
      case 'w:t':
      case 'w:instrText':
        this.#textElement = name;
        break;
      case 'w:p':
        this.#openParagraph();
        break;
      case 'w:pPr':
        this.#isInProperties = true;
        break;
      case 'w:r':
        this.#runs.push({});
        break;
      case 'w:hyperlink':
        this.#openLink(this.#parts.links.get(attributes['r:id'] ?? ''));
        break;
      case 'w:fldSimple':
        this.#fields.begin(this.#paragraph?.inline, attributes['w:instr'] ?? '');
        this.#fields.separate(this.#paragraph?.inline);
        break;
      case 'w:fldChar':
        this.#changeField(attributes['w:fldCharType']);
        break;
      case 'w:footnoteReference':
      case 'w:endnoteReference':
        this.#writeNoteMark(name === 'w:footnoteReference' ? 'footnote' : 'endnote', attributes);
        break;
      case 'w:sym':
        this.#appendSymbol(attributes['w:font'] ?? '', attributes['w:char'] ?? '');
        break;
      case 'w:sdt':
        this.#controls.push({ isTicked: undefined, isPlaceholder: false });
        break;
      case 'w:altChunk':
      case 'c:chart':
      case 'cx:chart':
        this.#embed(attributes['r:id']);
        break;
      case 'dgm:relIds':
        this.#embed(attributes['r:dm']);
        break;
      case 'mc:AlternateContent':
        this.#alternatives.push(false);
        break;
      case 'w:rt':
        this.#guide = '';
        this.#paragraph?.inline.open((content) => {
          this.#guide = content.join('');
          return [];
        });
        break;
      default:
        this.#openTableElement(name, attributes);
        this.#objects.open(name, attributes);
        this.#openProperty(name, value, attributes);
    }
  }

  #close(name: string): void {
    switch (name) {
      case 'w:t':
      case 'w:instrText':
        this.#textElement = '';
        break;
      case 'w:p':
        this.#closeParagraph();
        break;
      case 'w:pPr':
        this.#isInProperties = false;
        break;
      case 'w:r':
        this.#runs.pop();
        break;
      case 'w:hyperlink':
      case 'w:rt':
        this.#paragraph?.inline.close();
        break;
      case 'w:fldSimple':
        this.#append(this.#fields.end(this.#paragraph?.inline));
        break;
      case 'w:sdt':
        this.#controls.pop();
        break;
      case 'mc:AlternateContent':
        this.#alternatives.pop();
        break;
      case 'w:ruby':
        if (this.#guide) this.#paragraph?.inline.add({ kind: 'guide', content: [this.#guide] });
        this.#guide = undefined;
        break;
      case 'w:tc':
        this.#tables.at(-1)?.closeCell();
        break;
      case 'w:tr':
        if (this.#isRowDeleted)
          this.#builder.leaveOut('deleted', this.#tables.at(-1)?.dropRow() ?? '');
        else this.#tables.at(-1)?.closeRow();
        break;
      case 'w:trPr':
        this.#isInRowProperties = false;
        break;
      case 'w:tbl':
        this.#closeTable();
        break;
    }
  }

  #openProperty(name: string, value: string | undefined, attributes: Record<string, string>): void {
    const control = this.#controls.at(-1);
    if (name === 'w14:checkbox' && control) control.isTicked ??= false;
    else if (name === 'w14:checked' && control) control.isTicked = isOn(attributes['w14:val']);
    else if (name === 'w:showingPlcHdr' && control) control.isPlaceholder = isOn(value);
    const paragraph = this.#paragraph;
    if (paragraph === undefined) return;
    if (name === 'w:tab' || name === 'w:ptab') {
      if (!this.#isInProperties && !paragraph.inline.isEmpty) this.#append('\t');
    } else if (name === 'w:br' || name === 'w:cr') this.#append('\n');
    else if (name === 'w:noBreakHyphen') this.#append('-');
    else if (name === 'w:pStyle') paragraph.styleId = value ?? '';
    else if (name === 'w:numId') paragraph.listId = value;
    else if (name === 'wx:t') paragraph.marker = attributes['wx:val'];
    else if (name === 'w:ilvl') paragraph.depth = Math.min(Number(value) || 0, 8);
    else if (name === 'w:outlineLvl') paragraph.outline = Number(value);
    else if (!this.#isInProperties) {
      const at = this.#runs.length - 1;
      this.#runs[at] = changeRun(this.#runs[at], { name, attributes }, this.#parts.runStyles);
    }
  }

  #append(text: string): void {
    const paragraph = this.#paragraph;
    const run = this.#runs.at(-1);
    if (paragraph === undefined || text === '') return;
    const control = this.#controls.at(-1);
    if (run?.isHidden || run?.isStruck) {
      paragraph.inline.leaveOut(run.isHidden ? 'hidden' : 'deleted', text);
      return;
    }
    if (control?.isPlaceholder || this.#fields.takes(text, paragraph.inline)) return;
    if (control?.isTicked !== undefined && [...text.trim()].length === 1) {
      paragraph.inline.add({ kind: 'check_box', isTicked: control.isTicked });
      return;
    }
    if (text.trim() !== '') this.#fields.noteText();
    const shown = run?.font === undefined ? text : decodeSymbols(run.font, text);
    if (run?.script === undefined) paragraph.inline.add(shown);
    else paragraph.inline.addScript(run.script, shown);
  }

  #appendSymbol(font: string, char: string): void {
    const code = Number.parseInt(char, 16) || 0;
    const known = decodeSymbol(font, code);
    if (known === undefined && code >= 0xf000 && code <= 0xf0ff) {
      this.#builder.warn('symbol_unknown', `A symbol was not read: ${char} of the font ${font}.`);
    } else this.#append(known ?? String.fromCodePoint(code));
  }

  #openLink(target: string | undefined): void {
    this.#paragraph?.inline.open((content) =>
      target === undefined ? content : { kind: 'link', content, target },
    );
  }

  #changeField(change: string | undefined): void {
    if (change === 'begin') this.#fields.begin(this.#paragraph?.inline);
    else if (change === 'separate') this.#fields.separate(this.#paragraph?.inline);
    else if (change === 'end') this.#append(this.#fields.end(this.#paragraph?.inline));
  }

  #writeCaptured(node: XmlNode): void {
    if (node.name === 'w:ffData') this.#paragraph?.inline.add(this.#fields.readForm(node));
    else if (this.#paragraph === undefined) this.#builder.paragraph(formulaOf(node));
    else this.#paragraph.inline.add(formulaOf(node));
  }

  #writeNoteMark(kind: string, attributes: Record<string, string>): void {
    const count = (this.#noteNumbers.get(kind) ?? 0) + 1;
    this.#noteNumbers.set(kind, count);
    const mark = kind === 'footnote' ? String(count) : formatListNumber(count, 'lowerRoman');
    this.#paragraph?.inline.add({ kind: 'note_mark', mark });
    const at = this.#runs.length - 1;
    // The author's own mark follows in the same run.
    if (isOn(attributes['w:customMarkFollows'] ?? '0')) this.#runs[at] = undefined;
    const key = `${kind} ${attributes['w:id'] ?? ''}`;
    const [first, ...others] = this.#parts.notes.get(key)?.texts ?? [];
    if (first === undefined || this.#writtenNotes.has(key)) return;
    this.#writtenNotes.add(key);
    this.#pending.push(() => {
      for (const text of [`[note ${mark}] ${first}`, ...others]) this.#builder.paragraph(text);
    });
  }

  #embed(relation: string | undefined): boolean {
    const write = this.#parts.embedded.get(relation ?? '');
    if (write !== undefined) this.#pending.push(write);
    this.#writePending();
    return write !== undefined;
  }

  /** Writes a block; one of a text box follows the paragraph that anchors the box. */
  #emit(write: () => void): void {
    if (this.#paragraphs.length > 0) this.#pending.push(write);
    else write();
  }

  /** Writes what follows a paragraph or a table, once none is open. */
  #writePending(): void {
    if (this.#paragraphs.length > 0 || this.#tables.length > 0) return;
    for (const write of this.#pending.splice(0)) write();
  }

  #openParagraph(): void {
    const inline = new InlineBuilder((reason, text) => this.#builder.leaveOut(reason, text));
    inline.add(this.#carried);
    this.#carried = '';
    this.#paragraphs.push({
      inline,
      styleId: '',
      listId: undefined,
      depth: undefined,
      outline: undefined,
      marker: undefined,
      isEndDeleted: false,
    });
    this.#runs.push(undefined);
  }

  #closeParagraph(): void {
    const paragraph = this.#paragraphs.pop();
    this.#runs.pop();
    if (paragraph === undefined) return;
    const text = paragraph.inline.take();
    if (paragraph.isEndDeleted) {
      this.#carried = text;
      return;
    }
    const marker = this.#markerOf(paragraph);
    const table = this.#tables.at(-1);
    if (table?.cell !== undefined) {
      const number = marker === undefined || marker.text === '-' ? '' : marker.text;
      const content = [number, text].filter((part) => part.trim() !== '').join(' ');
      if (content !== '') table.cell += `${table.cell === '' ? '' : ' '}${content}`;
    } else if (text.trim() !== '') this.#emit(() => this.#write(paragraph, text, marker));
    this.#writePending();
  }

  /** Counts the paragraph in its list, if it is in one. */
  #markerOf({
    styleId,
    listId,
    depth,
    marker,
  }: OpenParagraph): { depth: number; text: string } | undefined {
    const { numbering, paragraphStyles } = this.#parts;
    if (marker !== undefined) {
      return { depth: depth ?? 0, text: /[\p{L}\p{N}]/u.test(marker) ? marker : '-' };
    }
    const style = paragraphStyles.get(styleId);
    const list = listId ?? style?.listId;
    if (list === undefined || list === '0') return undefined;
    const level = depth ?? style?.listDepth ?? numbering.depthOf(list, styleId);
    return { depth: level, text: numbering.next(list, level) };
  }

  #write(
    { styleId, outline }: OpenParagraph,
    text: string,
    marker: { depth: number; text: string } | undefined,
  ): void {
    const style = this.#parts.paragraphStyles.get(styleId);
    const level = outline !== undefined && outline < 9 ? outline + 1 : style?.headingLevel;
    if (style?.isTitle) {
      this.#builder.title ??= text;
      this.#builder.heading(1, text);
    } else if (level !== undefined) {
      const number = marker === undefined || marker.text === '-' ? '' : `${marker.text} `;
      this.#builder.heading(level, `${number}${text}`);
    } else if (marker !== undefined) this.#builder.listItem(marker.depth + 1, text, marker.text);
    else if (style?.isCode) this.#builder.code(text);
    else if (style?.isQuote) this.#builder.quote(text);
    else this.#builder.paragraph(text);
  }

  #openTableElement(name: string, attributes: Record<string, string>): void {
    const table = this.#tables.at(-1);
    const value = attributes['w:val'];
    if (name === 'w:tbl') this.#tables.push(new OpenTable());
    else if (name === 'w:tr') {
      table?.openRow();
      this.#isHeaderRow = false;
      this.#isRowDeleted = false;
    } else if (name === 'w:trPr') this.#isInRowProperties = true;
    else if (name === 'w:tblHeader') this.#isHeaderRow = isOn(value);
    else if (name === 'w:gridBefore') {
      table?.openCell({ columns: Number(value), isHeader: this.#isHeaderRow });
      table?.closeCell();
    } else if (name === 'w:tc') table?.openCell({ isHeader: this.#isHeaderRow });
    else if (name === 'w:gridSpan') table?.describeCell({ columns: Number(value) });
    else if (name === 'w:vMerge' || name === 'w:vmerge')
      table?.describeCell({ continuesAbove: value !== 'restart' });
  }

  /** A table within a cell becomes text of the cell. */
  #closeTable(): void {
    const table = this.#tables.pop();
    if (table === undefined) return;
    table.closeRow();
    const { rows, hasHeader } = joinHeaderRows(table.rows);
    const around = this.#tables.at(-1);
    if (around?.cell !== undefined) around.cell += ` ${rows.map((row) => row.join(' ')).join(' ')}`;
    else if (isFrame(rows)) this.#emit(() => this.#builder.paragraph(rows.flat().join('\n')));
    else this.#emit(() => this.#builder.table(rows, { hasHeader }));
    this.#writePending();
  }
}

function formulaOf(node: XmlNode): string {
  const inline = new InlineBuilder();
  for (const piece of readOmml(node)) inline.add(piece);
  return inline.take();
}

/** A table with one column only draws a box around text. */
function isFrame(rows: readonly (readonly string[])[]): boolean {
  return rows.every((row) => row.length <= 1);
}
