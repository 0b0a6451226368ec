import { startsWithHeader } from '@lectern/retrieval/text';
import { assembleDocument, type DraftBlock } from './assemble-document.ts';
import { cleanText, collapseSpace } from './clean-text.ts';
import { indexCodePoints } from './code-points.ts';
import { type DecodedText, type DecodeOptions, decodeText } from './decode-text.ts';
import { ParseFailure } from './parse-failure.ts';
import type {
  BlockKind,
  Page,
  ParsedDocument,
  ParseWarning,
  TableRows,
} from './parsed-document.ts';
import { partRows } from './part-rows.ts';
import { joinCells, listCells, placeLines, type TableLine } from './table-line.ts';

/** Maximum warnings that are listed one by one. */
const maxWarnings = 500;
/** Maximum characters of a text that a warning quotes. */
const maxQuoted = 120;

/** Reason for which the text of a file is not part of the document. */
export type LeftOutReason = 'deleted' | 'hidden';

interface BlockExtras {
  readonly level?: number;
  readonly placeRows?: (start: number) => TableRows;
}

/** Builds a document block by block, for formats whose source is not the text itself. */
export class DocumentBuilder {
  title: string | null = null;
  metadata: Record<string, string> = {};
  readonly #maxTextChars: number;
  readonly #parts: string[] = [];
  readonly #blocks: DraftBlock[] = [];
  readonly #pages: Page[] = [];
  readonly #warnings = new Map<string, ParseWarning>();
  #unlistedWarnings = 0;
  #length = 0;

  constructor({ maxTextChars }: { maxTextChars: number }) {
    this.#maxTextChars = maxTextChars;
  }

  heading(level: number, text: string): void {
    this.#add('heading', collapseSpace(cleanText(text)), { level });
  }

  /** Adds a paragraph; line breaks in the text stay. */
  paragraph(text: string): void {
    this.#add('paragraph', tidyLines(text));
  }

  /**
   * Adds a list item.
   * @param depth nesting, from 1.
   * @param marker text before the item: `-`, `3.`, or nothing.
   */
  listItem(depth: number, text: string, marker = ''): void {
    const item = tidyLines(text);
    if (item !== '')
      this.#add('list_item', marker === '' ? item : `${marker} ${item}`, { level: depth });
  }

  quote(text: string): void {
    this.#add('quote', tidyLines(text));
  }

  /** Adds code; indentation and blank lines stay. */
  code(text: string): void {
    this.#add(
      'code',
      cleanText(text)
        .trimEnd()
        .replace(/^\s*\n/, ''),
    );
  }

  /**
   * Adds a table, one line per row with ` | ` between cells; rows without text are left out.
   *
   * @param hasHeader true if the source marks the first row as a header.
   */
  table(rows: readonly (readonly string[])[], { hasHeader = false } = {}): void {
    const tidy = rows.map((row) => row.map((cell) => collapseSpace(cleanText(cell))));
    const filled = tidy.filter((row) => row.some((cell) => cell !== ''));
    const lines = filled.map((cells) => joinCells(cells, ' | '));
    const isMarked = hasHeader && filled[0] === tidy[0];
    if (isMarked || startsWithHeader(filled)) this.tableLines(lines.slice(1), lines[0]);
    else this.tableLines(lines, undefined);
  }

  /**
   * Adds a table of lines. A long one becomes several tables, each under the header, so that a part
   * of it can be understood alone.
   *
   * @param columns names of the columns, if the lines have no header of their own.
   */
  tableLines(
    rows: readonly TableLine[],
    header: TableLine | undefined,
    columns: readonly string[] = header ? listCells(header) : [],
  ): void {
    for (const part of partRows(rows, header)) {
      const lines = part.map(({ text }) => text);
      const hasHeader = header !== undefined;
      const placeRows = (start: number) => ({ columns, hasHeader, rows: placeLines(part, start) });
      this.#add('table', lines.join('\n'), { placeRows });
    }
  }

  /** Adds a page header, a page footer or a page number. */
  running(text: string): void {
    this.#add('running', collapseSpace(cleanText(text)));
  }

  /** Adds text whose white space stays as it is. */
  verbatim(kind: BlockKind, text: string): void {
    this.#add(kind, cleanText(text).trim());
  }

  /** Adds text that stays as it is, with the blocks that `find` returns for the text's offset. */
  source(text: string, find: (offset: number) => readonly DraftBlock[]): void {
    if (text.trim() === '') return;
    const start = this.#write(text, '\n\n');
    for (const block of find(start)) this.#blocks.push(block);
  }

  /** Decodes the bytes of a text, and warns of doubtful ones. */
  decode(bytes: Uint8Array, options?: DecodeOptions): DecodedText {
    const decoded = decodeText(bytes, options);
    const { encoding, damaged, isGuessed } = decoded;
    if (isGuessed) {
      const message = `The encoding is not named and was guessed from the text: ${encoding}.`;
      this.warn('encoding_guessed', message);
    }
    if (damaged) {
      this.warn('text_damaged', `Some bytes are not valid ${encoding} and were replaced.`);
    }
    return decoded;
  }

  startPage(page: number): void {
    this.#closePage();
    this.#pages.push({ page, start: this.#length, end: this.#length });
  }

  /**
   * Adds a warning that names one loss and its place; equal ones are added once, and a large number
   * of them ends with a count.
   */
  warn(code: string, message: string): void {
    const key = `${code} ${message}`;
    if (this.#warnings.has(key)) return;
    if (this.#warnings.size < maxWarnings) this.#warnings.set(key, { code, message });
    else this.#unlistedWarnings += 1;
  }

  /**
   * Writes a comment, a page header or a page footer as a paragraph, or names it.
   * @param label such as `A comment`.
   */
  aside(label: string, text: string, { isRead }: { isRead: boolean | undefined }): void {
    const whole = collapseSpace(cleanText(text)).trim();
    if (!/\p{L}/u.test(whole)) return;
    if (isRead)
      this.paragraph(
        `${label.replace(/^(?:A|The) /, '').replace(/^./, (letter) => letter.toUpperCase())}: ${whole}`,
      );
    else this.warn('part_left_out', `${label} was left out: “${whole.slice(0, 200)}”.`);
  }

  /** Names text that the file deletes, strikes or hides. */
  leaveOut(reason: LeftOutReason, text: string): void {
    const whole = collapseSpace(cleanText(text)).trim();
    if (whole === '') return;
    const quoted = whole.length > maxQuoted ? `${whole.slice(0, maxQuoted)}…` : whole;
    if (reason === 'hidden') this.warn('hidden_text', `Hidden text was left out: “${quoted}”.`);
    else {
      const message = `Text that is marked as deleted was left out: “${quoted}”.`;
      this.warn('deleted_text', message);
    }
  }

  /**
   * Adds the blocks of a document that this one contains, without its pages.
   * @param below level of the heading above it.
   * @param place name of the document in warnings.
   */
  append(document: ParsedDocument, { below, place }: { below: number; place: string }): void {
    const points = indexCodePoints(document.text);
    for (const { kind, level, start, end, table } of document.blocks) {
      const first = points.toUnits(start);
      const shift = kind === 'heading' ? below : 0;
      this.#add(kind, document.text.slice(first, points.toUnits(end)), {
        ...(level !== undefined && { level: Math.min(level + shift, 6) }),
        ...(table && {
          placeRows: (at: number) => ({
            ...table,
            rows: table.rows.map((row) => row.map((cell) => points.toUnits(cell) - first + at)),
          }),
        }),
      });
    }
    for (const { code, message } of document.warnings) this.warn(code, `${place}: ${message}`);
  }

  /** UTF-16 units written so far. */
  get length(): number {
    return this.#length;
  }

  /** Number of the open page; 0 before the first one. */
  get page(): number {
    return this.#pages.at(-1)?.page ?? 0;
  }

  /** Texts of the blocks written so far. */
  get texts(): string[] {
    const text = this.#parts.join('');
    return this.#blocks.map(({ start, end }) => text.slice(start, end));
  }

  get warnings(): readonly ParseWarning[] {
    return [...this.#warnings.values()];
  }

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  finish(mimeType: string): ParsedDocument {
    this.#closePage();
    const warnings = [...this.warnings];
    if (this.#unlistedWarnings > 0) {
      const message = `${this.#unlistedWarnings} more warnings are not listed.`;
      warnings.push({ code: 'warnings_omitted', message });
    }
    return assembleDocument({
      mimeType,
      title: this.title,
      text: this.#parts.join(''),
      blocks: this.#blocks,
      pages: this.#pages,
      metadata: this.metadata,
      warnings,
    });
  }

  #add(kind: BlockKind, text: string, { level, placeRows }: BlockExtras = {}): void {
    if (text.trim() === '') return;
    const inList = kind === 'list_item' && this.#blocks.at(-1)?.kind === 'list_item';
    const start = this.#write(text, inList ? '\n' : '\n\n');
    this.#blocks.push({
      kind,
      ...(level !== undefined && { level }),
      start,
      end: this.#length,
      ...(placeRows && { table: placeRows(start) }),
    });
  }

  /** Writes text after a separator, and returns where it starts. */
  #write(text: string, separator: string): number {
    if (this.#length > 0) {
      this.#parts.push(separator);
      this.#openPageBehind(separator.length);
      this.#length += separator.length;
    }
    const start = this.#length;
    this.#parts.push(text);
    this.#length += text.length;
    this.checkLength(this.#length);
    return start;
  }

  /** @throws ParseFailure `too_large` for a text of more UTF-16 units than are allowed. */
  checkLength(length: number): void {
    if (length <= this.#maxTextChars) return;
    throw new ParseFailure('too_large', 'The document contains more text than is allowed.');
  }

  /** Moves the start of an empty page behind the white space before its text. */
  #openPageBehind(separatorLength: number): void {
    const open = this.#pages.at(-1);
    if (open?.start !== this.#length) return;
    this.#pages.pop();
    this.#pages.push({ ...open, start: open.start + separatorLength });
  }

  #closePage(): void {
    const open = this.#pages.pop();
    if (open !== undefined) this.#pages.push({ ...open, end: this.#length });
  }
}

function tidyLines(text: string): string {
  return cleanText(text)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
