import { startsWithHeader } from '@lectern/retrieval/text';
import { assembleDocument, type DraftBlock, type DraftDocument } from './assemble-document.ts';
import { cleanText, collapseSpace } from './clean-text.ts';
import { indexCodePoints } from './code-points.ts';
import { ParseFailure } from './parse-failure.ts';
import type {
  BlockKind,
  Page,
  ParsedDocument,
  ParseWarning,
  TableRows,
} from './parsed-document.ts';
import { partRows } from './part-rows.ts';
import { joinCells, listCells, type TableLine } from './table-line.ts';

/** Maximum warnings that are listed one by one. */
const maxWarnings = 500;
/** Maximum characters of a text that a warning quotes. */
const maxQuoted = 120;

/** Reason for which the text of a file is not part of the document. */
export type LeftOutReason = 'deleted' | 'hidden';

interface BlockExtras {
  readonly level?: number;
  /** Returns the rows of a table that starts at an offset. */
  readonly placeRows?: (start: number) => TableRows;
}

/** Builds a document block by block, for formats whose source is not the text itself. */
export class DocumentBuilder {
  title: string | null = null;
  readonly metadata: Record<string, string> = {};
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
      const placeRows = (start: number) => {
        let at = start;
        const places = part.map(({ text, cells }) => {
          const row = cells.map((offset) => at + offset);
          at += text.length + 1;
          return row;
        });
        return { columns, hasHeader: header !== undefined, rows: places };
      };
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

  /** Starts a page. */
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

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  finish(mimeType: string): ParsedDocument {
    return assembleDocument(this.draft(mimeType));
  }

  /** Returns the document with offsets in UTF-16 units, as a part of a larger one. */
  draft(mimeType: string): DraftDocument {
    this.#closePage();
    const warnings = [...this.#warnings.values()];
    if (this.#unlistedWarnings > 0) {
      const message = `${this.#unlistedWarnings} more warnings are not listed.`;
      warnings.push({ code: 'warnings_omitted', message });
    }
    return {
      mimeType,
      title: this.title,
      text: this.#parts.join(''),
      blocks: this.#blocks,
      pages: this.#pages,
      metadata: this.metadata,
      warnings,
    };
  }

  #add(kind: BlockKind, text: string, { level, placeRows }: BlockExtras = {}): void {
    if (text.trim() === '') return;
    if (this.#length > 0) {
      const inList = kind === 'list_item' && this.#blocks.at(-1)?.kind === 'list_item';
      const separator = inList ? '\n' : '\n\n';
      this.#parts.push(separator);
      this.#openPageBehind(separator.length);
      this.#length += separator.length;
    }
    const start = this.#length;
    this.#parts.push(text);
    this.#length += text.length;
    if (this.#length > this.#maxTextChars) {
      throw new ParseFailure('too_large', 'The document contains more text than is allowed.');
    }
    const place = { start, end: this.#length };
    this.#blocks.push({
      kind,
      ...(level !== undefined && { level }),
      ...place,
      ...(placeRows && { table: placeRows(start) }),
    });
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
