import type { DocumentBuilder } from '../../document-builder.ts';
import { ElementCapture } from '../../element-capture.ts';
import type { Inline } from '../../inline/inline.ts';
import { InlineBuilder } from '../../inline/inline-builder.ts';
import type { XmlHandlers } from '../../read-xml.ts';
import { decodeSymbols } from '../../symbol-fonts.ts';
import { descendants, streamTree, textOf, type XmlNode } from '../../xml-tree.ts';
import { writeChart } from '../chart.ts';
import type { ReadParts } from '../format.ts';
import { joinHeaderRows } from '../open-table.ts';
import type { PictureTexts } from '../picture-texts.ts';
import { type Sheet, writeWorkbook } from '../write-workbook.ts';
import { OdfLists } from './odf-lists.ts';
import { isWritten, readControls, readFormula, readOdfChart } from './odf-objects.ts';
import { type OdfStyle, OdfStyles, styleElements } from './odf-styles.ts';
import { OdfTable } from './odf-tables.ts';

interface OpenParagraph {
  readonly inline: InlineBuilder;
  readonly level: number | undefined;
  readonly isListHeader: boolean;
}

/** Elements whose text is not part of the document. */
const skipped = /^(?:office:binary-data|text:placeholder|svg:title|form:item)$/;
const captured = new Set([
  ...styleElements,
  'office:annotation',
  'office:forms',
  'draw:object',
  'svg:desc',
  'text:tracked-changes',
]);
const repeatedFrames = /^(?:footer|header|date-time|page-number|page)$/;

export interface OdfWriterOptions {
  /** True if tables are sheets of a workbook, with a header and a name. */
  readonly isSpreadsheet: boolean;
  readonly styles: OdfStyles;
  /** Contents of embedded objects by their address. */
  readonly objects: ReadonlyMap<string, XmlNode>;
  /** Texts of pictures by their address. */
  readonly pictures: PictureTexts;
  readonly parts: ReadParts;
}

/** Converts the content of an OpenDocument file into blocks while its elements are read. */
export class OdfWriter implements XmlHandlers {
  readonly #builder: DocumentBuilder;
  readonly #options: OdfWriterOptions;
  readonly #lists: OdfLists;
  readonly #tables: OdfTable[] = [];
  readonly #sheets: Sheet[] = [];
  readonly #paragraphs: OpenParagraph[] = [];
  readonly #spans: OdfStyle[] = [];
  /** Notes, charts and text boxes that follow the open paragraph or table. */
  readonly #pending: (() => void)[] = [];
  readonly #notes: { mark: string; isMark: boolean; texts: string[] }[] = [];
  #controls = new Map<string, Inline[]>();
  readonly #capture = new ElementCapture(captured, (node) => this.#writeCaptured(node));
  #skippedDepth = 0;
  #hiddenText: string | undefined;
  #isBody = false;
  #page = 0;
  #shapes = 0;
  #frame = { name: '', kind: '', picture: '', isDescribed: false };
  #guide: string | undefined;

  constructor(builder: DocumentBuilder, options: OdfWriterOptions) {
    this.#builder = builder;
    this.#options = options;
    this.#lists = new OdfLists(options.styles);
  }

  open(name: string, attributes: Record<string, string>): void {
    if (this.#capture.isOpen) this.#capture.open(name, attributes);
    else if (this.#skippedDepth > 0 || this.#isSkipped(name, attributes)) this.#skippedDepth += 1;
    else if (this.#capture.starts(name)) this.#capture.open(name, attributes);
    else if (name === 'office:body') this.#isBody = true;
    else if (this.#isBody) {
      if (name === 'table:table') {
        this.#tables.push(new OdfTable(attributes, this.#options.styles));
      } else if (name.startsWith('table:')) this.#tables.at(-1)?.open(name, attributes);
      else this.#openText(name, attributes);
    }
  }

  close(name: string): void {
    if (this.#capture.isOpen) this.#capture.close();
    else if (this.#skippedDepth > 0) {
      this.#skippedDepth -= 1;
      if (this.#skippedDepth === 0) this.#warnOfHidden();
    } else if (name === 'office:body') this.#isBody = false;
    else if (this.#isBody) {
      if (name === 'table:table') this.#closeTable();
      else if (name.startsWith('table:')) {
        this.#builder.leaveOut('deleted', this.#tables.at(-1)?.close(name) ?? '');
      } else this.#closeText(name);
    }
  }

  text(text: string): void {
    if (this.#capture.isOpen) this.#capture.text(text);
    else if (this.#skippedDepth === 0) this.#append(text.replace(/\s+/g, ' '));
    else if (this.#hiddenText !== undefined) this.#hiddenText += text;
  }

  /** Writes the sheets of a workbook. */
  end(): void {
    if (this.#options.isSpreadsheet) writeWorkbook(this.#builder, this.#sheets);
  }

  #isSkipped(name: string, attributes: Record<string, string>): boolean {
    const isCovered = name === 'table:covered-table-cell';
    if (isCovered) this.#tables.at(-1)?.skipCell(attributes);
    const isHidden =
      isCovered ||
      (name.startsWith('text:') && attributes['text:display'] === 'none') ||
      ((name === 'text:hidden-paragraph' || name === 'text:hidden-text') &&
        attributes['text:is-hidden'] === 'true') ||
      (name === 'text:span' && this.#options.styles.find(attributes['text:style-name']).isHidden);
    if (isHidden) this.#hiddenText = '';
    if (name === 'draw:frame' && repeatedFrames.test(attributes['presentation:class'] ?? '')) {
      return true;
    }
    return isHidden || skipped.test(name);
  }

  #warnOfHidden(): void {
    this.#builder.leaveOut('hidden', this.#hiddenText ?? '');
    this.#hiddenText = undefined;
  }

  #openText(name: string, attributes: Record<string, string>): void {
    const { styles } = this.#options;
    const inline = this.#paragraphs.at(-1)?.inline;
    switch (name) {
      case 'text:p':
      case 'text:h':
        this.#openParagraph(name, attributes);
        break;
      case 'text:span':
        this.#spans.push(merge(this.#spans.at(-1), styles.find(attributes['text:style-name'])));
        break;
      case 'text:a':
        this.#openLink(attributes['xlink:href'] ?? '');
        break;
      case 'text:list':
        this.#lists.open(attributes);
        break;
      case 'text:list-item':
        this.#lists.openItem(attributes['text:start-value']);
        break;
      case 'text:s':
        inline?.add(' ');
        break;
      case 'text:tab':
        inline?.add('\t');
        break;
      case 'text:line-break':
        inline?.add('\n');
        break;
      case 'text:note':
        this.#notes.push({ mark: '', isMark: false, texts: [] });
        break;
      case 'text:note-citation':
        this.#markNote(true);
        break;
      case 'text:ruby-text':
        inline?.open((content) => {
          this.#guide = content.join('');
          return [];
        });
        break;
      case 'draw:page':
        this.#openPage(attributes);
        break;
      case 'draw:text-box':
      case 'draw:custom-shape':
        this.#shapes += 1;
        break;
      case 'draw:frame':
        this.#frame = {
          name: attributes['draw:name'] ?? '',
          kind: attributes['presentation:class'] ?? '',
          picture: '',
          isDescribed: false,
        };
        break;
      case 'draw:image':
        this.#frame.picture = (attributes['xlink:href'] ?? '').replace(/^\.\//, '') || 'inline';
        break;
      case 'draw:control':
        for (const piece of this.#controls.get(attributes['draw:control'] ?? '') ?? []) {
          inline?.add(piece);
        }
        break;
    }
  }

  #closeText(name: string): void {
    const inline = this.#paragraphs.at(-1)?.inline;
    if (name === 'text:p' || name === 'text:h') this.#closeParagraph();
    else if (name === 'text:span') this.#spans.pop();
    else if (name === 'text:a' || name === 'text:ruby-text') inline?.close();
    else if (name === 'text:ruby') {
      if (this.#guide) inline?.add({ kind: 'guide', content: [this.#guide] });
      this.#guide = undefined;
    } else if (name === 'text:list') this.#lists.close();
    else if (name === 'text:note-citation') this.#markNote(false);
    else if (name === 'text:note') this.#closeNote();
    else if (name === 'draw:frame') this.#closeFrame();
    else if (name === 'draw:text-box' || name === 'draw:custom-shape') this.#shapes -= 1;
  }

  #append(text: string): void {
    const note = this.#notes.at(-1);
    if (note?.isMark) {
      note.mark += text;
      return;
    }
    const paragraph = this.#paragraphs.at(-1);
    if (paragraph === undefined) return;
    const { script, font = '', isStruck } = this.#spans.at(-1) ?? {};
    const shown = decodeSymbols(font, text);
    const table = this.#tables.at(-1);
    if (table?.table.cell !== undefined && table.isCellStruck) table.struck += shown;
    else if (isStruck) paragraph.inline.leaveOut('deleted', shown);
    else if (script === undefined) paragraph.inline.add(shown);
    else paragraph.inline.addScript(script, shown);
  }

  #openParagraph(name: string, attributes: Record<string, string>): void {
    this.#paragraphs.push({
      inline: new InlineBuilder((reason, text) => this.#builder.leaveOut(reason, text)),
      level: name === 'text:h' ? Number(attributes['text:outline-level']) || 1 : undefined,
      isListHeader: attributes['text:is-list-header'] === 'true',
    });
    this.#spans.push(this.#options.styles.find(attributes['text:style-name']));
  }

  #openLink(target: string): void {
    const isExternal = /^[a-z][\w+.-]+:/i.test(target);
    this.#paragraphs
      .at(-1)
      ?.inline.open((content) => (isExternal ? { kind: 'link', content, target } : content));
  }

  #closeParagraph(): void {
    const paragraph = this.#paragraphs.pop();
    const style = this.#spans.pop();
    if (paragraph === undefined) return;
    const text = paragraph.inline.take();
    const note = this.#notes.at(-1);
    const table = this.#tables.at(-1);
    if (style?.isHidden) this.#builder.leaveOut('hidden', text);
    else if (note !== undefined) note.texts.push(text.trim());
    else if (text.trim() !== '') {
      if (this.#shapes > 0 && this.#options.isSpreadsheet) table?.texts.push(text.trim());
      else if (table?.table.cell === undefined) this.#write(paragraph, text);
      else table.addText(this.#withNumber(text));
    }
    this.#writePending();
  }

  /** A list within a cell shows its numbers. */
  #withNumber(text: string): string {
    const marker = this.#lists.depth > 0 ? this.#lists.nextMarker() : '';
    return marker === '' || marker === '-' ? text : `${marker} ${text}`;
  }

  #write({ level, isListHeader }: OpenParagraph, text: string): void {
    const depth = this.#lists.depth;
    const marker = depth > 0 ? this.#lists.nextMarker() : '';
    if (level !== undefined) {
      const own = depth > 0 || isListHeader ? marker : this.#lists.nextHeading(level);
      const heading = own === '' || own === '-' ? text : `${own} ${text}`;
      this.#emit(() => this.#builder.heading(level, heading));
    } else if (this.#frame.kind === 'title') this.#emit(() => this.#builder.heading(1, text));
    else if (depth > 0) this.#emit(() => this.#builder.listItem(depth, text, marker));
    else this.#emit(() => this.#builder.paragraph(text));
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

  #markNote(isMark: boolean): void {
    const note = this.#notes.at(-1);
    if (note === undefined) return;
    note.isMark = isMark;
    if (isMark) return;
    this.#paragraphs.at(-1)?.inline.add({ kind: 'note_mark', mark: note.mark.trim() });
  }

  #closeNote(): void {
    const note = this.#notes.pop();
    if (note === undefined) return;
    const [first = '', ...others] = note.texts;
    this.#pending.push(() => {
      for (const text of [`[note ${note.mark.trim()}] ${first}`, ...others]) {
        this.#builder.paragraph(text);
      }
    });
  }

  #openPage(attributes: Record<string, string>): void {
    this.#page += 1;
    this.#builder.startPage(this.#page);
    if (!this.#options.styles.isHiddenPart(attributes['draw:style-name'])) return;
    this.#builder.paragraph('Hidden slide');
    this.#builder.warn('hidden_slide', `The slide ${this.#page} is hidden.`);
  }

  #closeFrame(): void {
    const { name, picture, isDescribed } = this.#frame;
    const { pictures } = this.#options;
    this.#frame = { name: '', kind: '', picture: '', isDescribed: false };
    if (picture !== '') this.#emitAfter(() => pictures.write(picture, this.#builder));
    if (picture === '' || isDescribed || pictures.has(picture)) return;
    const place = this.#page > 0 ? ` on slide ${this.#page}` : '';
    this.#builder.warn('picture_not_read', `A picture has no description: ${name}${place}.`);
  }

  #writeCaptured(node: XmlNode): void {
    if (node.name === 'office:forms') {
      this.#controls = new Map([...this.#controls, ...readControls(node)]);
    } else if (node.name === 'office:annotation') this.#annotate(node);
    else if (node.name === 'draw:object') this.#writeObject(node);
    else if (node.name === 'svg:desc') this.#describe(textOf(node));
    else if (node.name === 'text:tracked-changes') this.#warnOfDeleted(node);
    else this.#options.styles.add(node);
  }

  #warnOfDeleted(node: XmlNode): void {
    for (const change of node.children) {
      if (typeof change === 'string') continue;
      for (const deletion of change.children) {
        if (typeof deletion === 'string' || deletion.name !== 'text:deletion') continue;
        const paragraphs = deletion.children.filter(
          (child) => typeof child !== 'string' && child.name !== 'office:change-info',
        ) as XmlNode[];
        this.#builder.leaveOut('deleted', paragraphs.map(textOf).join(' '));
      }
    }
  }

  /** Adds a note to its cell; a comment in running text is left out. */
  #annotate(node: XmlNode): void {
    const paragraphs = node.children.filter(
      (child): child is XmlNode => typeof child !== 'string' && /^text:/.test(child.name),
    );
    const text = paragraphs.map(textOf).join(' ').trim();
    const table = this.#tables.at(-1);
    if (text === '') return;
    if (this.#options.isSpreadsheet && table !== undefined) {
      table.notes.push({ cell: table.address, text });
    } else {
      const isRead = this.#options.parts.comments;
      this.#emitAfter(() => this.#builder.aside('A comment', text, { isRead }));
    }
  }

  #describe(description: string): void {
    if (description.trim() === '') return;
    this.#frame.isDescribed = true;
    const picture: Inline = { kind: 'picture', description };
    const inline = this.#paragraphs.at(-1)?.inline;
    if (inline !== undefined) inline.add(picture);
    else {
      const builder = new InlineBuilder();
      builder.add(picture);
      this.#addText(builder.take());
    }
  }

  /** Adds text that stands outside a paragraph: to its sheet, or as a paragraph. */
  #addText(text: string): void {
    const sheet = this.#tables.at(-1);
    if (this.#options.isSpreadsheet && sheet) sheet.texts.push(text);
    else this.#emit(() => this.#builder.paragraph(text));
  }

  #writeObject(node: XmlNode): void {
    const address = (node.attributes['xlink:href'] ?? '').replace(/^\.\//, '');
    const hasContent = node.children.some((child) => typeof child !== 'string');
    const root = hasContent ? node : this.#options.objects.get(address);
    const formula = root && readFormula(root);
    const chart = root && readOdfChart(root);
    this.#frame.isDescribed = true;
    if (formula !== undefined) {
      const inline = this.#paragraphs.at(-1)?.inline;
      if (inline === undefined) this.#addText(formula);
      else inline.add(formula);
    } else if (chart !== undefined) {
      const sheet = this.#tables.at(-1);
      if (this.#options.isSpreadsheet && sheet) sheet.charts.push(chart);
      else this.#emitAfter(() => writeChart(this.#builder, chart));
    } else if (root !== undefined && isWritten(root)) this.#emitAfter(() => this.#writeWhole(root));
    else {
      this.#builder.warn('object_not_read', `An embedded object was not read: ${address}.`);
    }
  }

  /** Writes a text or a workbook that stands as a whole within this file. */
  #writeWhole(root: XmlNode): void {
    const writer = new OdfWriter(this.#builder, {
      ...this.#options,
      isSpreadsheet: [...descendants(root, 'office:spreadsheet')].length > 0,
      styles: new OdfStyles(),
      objects: new Map(),
    });
    streamTree(root, writer);
    writer.end();
  }

  #emitAfter(write: () => void): void {
    this.#pending.push(write);
    this.#writePending();
  }

  /** A table within a cell becomes text of the cell. */
  #closeTable(): void {
    const closed = this.#tables.pop();
    if (closed === undefined) return;
    const around = this.#tables.at(-1);
    const { rows, hasHeader } = joinHeaderRows(closed.table.rows);
    if (around?.table.cell !== undefined) around.addText(rows.flat().join(' '));
    else if (this.#options.isSpreadsheet) this.#sheets.push(closed);
    else this.#emit(() => this.#builder.table(rows, { hasHeader }));
    this.#writePending();
  }
}

/** Returns the properties of a span within another. */
function merge(outer: OdfStyle | undefined, inner: OdfStyle): OdfStyle {
  return {
    script: inner.script ?? outer?.script,
    isHidden: inner.isHidden,
    isStruck: inner.isStruck || outer?.isStruck === true,
    font: inner.font || (outer?.font ?? ''),
  };
}
