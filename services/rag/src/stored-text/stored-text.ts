import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ByteRange } from '@lectern/blobs';
import { AppError, type DocumentOutline, type DocumentText } from '@lectern/contracts';
import { readCursor, writeCursor } from '@lectern/service';
import { z } from 'zod';
import type { PlacedWord } from '../parsing/parsed-document.ts';
import {
  outlineStart,
  type RowGroup,
  readRowGroup,
  readSlices,
  readTrailer,
  readWordPlaces,
  rowGroupBytes,
  type Section,
  type StoredSections,
  type TextSlice,
  trailerLength,
} from './text-layout.ts';

export interface SeekableBytes {
  readonly size: number;
  stream(range: ByteRange): Promise<Readable>;
}

/** The requested part of a text. The first field that is set counts. */
export interface WantedPart {
  readonly page?: number | undefined;
  /** A heading or a part of one. */
  readonly section?: string | undefined;
  /** Offset of the first code point. */
  readonly start?: number | undefined;
}

type Tables = NonNullable<DocumentText['tables']>;

/** Code point offsets; `end` is exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

export interface TextPart {
  readonly pages: DocumentText['pages'];
  /** Tables with those of their rows that overlap the part. */
  readonly tables?: Tables;
  /** Start of the rest; null when the part was read to its end. */
  readonly next_start: number | null;
}

interface PartOptions {
  readonly maxCharacters: number;
  readonly withTables?: boolean;
  readonly withWords?: boolean;
}

export interface OutlinePart extends DocumentOutline {
  readonly next_cursor: string | null;
}

type OutlineEntry = DocumentOutline['outline'][number];

/** Bytes of the outline before the entry at which the next page starts. */
const placeSchema = z.int32().min(1);
/** Bytes of the outline that are read at once. */
const outlineStep = 65_536;

/** Groups of table rows that are looked up at once. */
const groupsAtOnce = 500;
/** Bytes of an answer that is put together in memory. A text of a bundle may be forged. */
const maxBytes = 32 * 1024 ** 2;
/** Bytes of the slices or of the places of words. */
const maxIndexBytes = 4 * 1024 ** 2;
/** Bytes of the outline without the end of an entry. */
const maxEntryBytes = 8 * 1024 ** 2;

/** The text of a revision, of which a part can be read without the rest. */
export class StoredText {
  readonly #bytes: SeekableBytes;
  readonly #sections: StoredSections;

  private constructor(bytes: SeekableBytes, sections: StoredSections) {
    this.#bytes = bytes;
    this.#sections = sections;
  }

  /** Returns undefined for bytes of another form. */
  static async open(bytes: SeekableBytes): Promise<StoredText | undefined> {
    if (bytes.size < trailerLength) return undefined;
    const trailer = { start: bytes.size - trailerLength, end: bytes.size };
    const sections = readTrailer(await readBytes(bytes, trailer), bytes.size);
    return sections && new StoredText(bytes, sections);
  }

  /** Streams the whole JSON answer of `/text` or `/outline`. */
  async streamAnswer(
    name: 'text' | 'outline',
  ): Promise<{ readonly length: number; readonly stream: Readable }> {
    const { start, end } = this.#sections[name];
    return { length: end - start, stream: await this.#bytes.stream({ start, end: end - 1 }) };
  }

  /**
   * Reads at most this many code points of a part.
   * @throws AppError `not_found` if the document has no such page or section.
   */
  async readPart(
    wanted: WantedPart,
    { maxCharacters, withTables = false, withWords = false }: PartOptions,
  ): Promise<TextPart> {
    const slices = readSlices(await readBytes(this.#bytes, this.#sections.slices, maxIndexBytes));
    const { start, end } = await this.#findRange(slices, wanted);
    const until = Math.min(end, start + maxCharacters);
    const pages = await this.#readPages(slices, { start, end: until });
    return {
      pages: withWords ? await this.#addWords(pages, { start, end: until }) : pages,
      ...(withTables && { tables: await this.readTables({ start, end: until }) }),
      next_start: until < end ? until : null,
    };
  }

  /**
   * Reads headings from a cursor on.
   * @throws AppError `invalid_request` for a cursor that was not given out.
   */
  async readOutline(limit: number, cursor: string | undefined): Promise<OutlinePart> {
    const first = this.#sections.outline.start + outlineStart.length;
    const from = cursor === undefined ? first : first + readCursor(placeSchema, cursor);
    const outline: OutlineEntry[] = [];
    for await (const { entry, position } of this.#listHeadings(from)) {
      if (outline.length === limit) return { outline, next_cursor: writeCursor(position - first) };
      outline.push(entry);
    }
    return { outline, next_cursor: null };
  }

  /** Reads the tables of a range, with those of their rows that overlap it. */
  async readTables(range: TextRange): Promise<Tables> {
    const tables = new Map<number, { table: Tables[number]; rows: Tables[number]['rows'] }>();
    let left = maxBytes;
    for await (const { head, rows } of this.#listRowGroups(range)) {
      left -= rows.end - rows.start;
      if (left < 0) throw unknownForm();
      const json = await readBytes(this.#bytes, rows);
      const found = (JSON.parse(`[${json}]`) as Tables[number]['rows']).filter(({ cells }) =>
        cells.some(({ start, end }) => start < range.end && end > range.start),
      );
      const known = tables.get(head.start);
      if (known) known.rows.push(...found);
      else if (found.length > 0) {
        const table = JSON.parse(`${await readBytes(this.#bytes, head)}}`);
        tables.set(head.start, { table, rows: found });
      }
    }
    return [...tables.values()].map(({ table, rows }) => ({ ...table, rows }));
  }

  /** Lists the groups that overlap a range. Finds the first by bisection. */
  async *#listRowGroups(range: TextRange): AsyncGenerator<RowGroup> {
    const { start, end } = this.#sections.rowGroups;
    const count = (end - start) / rowGroupBytes;
    let [low, high] = [0, count];
    while (high - low > groupsAtOnce) {
      const middle = (low + high) >>> 1;
      const [group] = await this.#readRowGroups(middle, 1);
      if (group && group.end <= range.start) low = middle + 1;
      else high = middle + 1;
    }
    for (let from = low; from < count; from += groupsAtOnce) {
      for (const group of await this.#readRowGroups(from, Math.min(groupsAtOnce, count - from))) {
        if (group.start >= range.end) return;
        if (group.end > range.start) yield group;
      }
    }
  }

  async #readRowGroups(from: number, count: number): Promise<RowGroup[]> {
    const start = this.#sections.rowGroups.start + from * rowGroupBytes;
    const bytes = await readBytes(this.#bytes, { start, end: start + count * rowGroupBytes });
    return Array.from({ length: count }, (_, at) => readRowGroup(bytes, at));
  }

  /** Adds the places of recognised words, whose index lies before the trailer. */
  async #addWords(pages: TextPart['pages'], range: TextRange): Promise<TextPart['pages']> {
    const index = { start: this.#sections.rowGroups.end, end: this.#bytes.size - trailerLength };
    const places = readWordPlaces(await readBytes(this.#bytes, index, maxIndexBytes));
    return Promise.all(
      pages.map(async (page) => {
        const own = places.find((other) => other.page === page.page);
        if (!own) return page;
        const words = JSON.parse(`${await readBytes(this.#bytes, own.bytes)}`) as PlacedWord[];
        return {
          ...page,
          words: words.filter(({ start, end }) => start < range.end && end > range.start),
        };
      }),
    );
  }

  async #findRange(
    slices: readonly TextSlice[],
    { page, section, start = 0 }: WantedPart,
  ): Promise<TextRange> {
    const { length } = this.#sections;
    if (page !== undefined) {
      const found = slices.find((slice) => slice.page === page);
      if (!found) throw new AppError('not_found', `The document has no page ${page}.`);
      const next = slices.find((slice) => slice.page !== null && slice.page > page);
      return { start: found.start, end: next?.start ?? length };
    }
    if (section !== undefined) return this.#findSection(section);
    return { start, end: length };
  }

  /** Finds the first heading of this name, else the first that contains it. */
  async #findSection(section: string): Promise<TextRange> {
    const wanted = section.toLowerCase();
    let found: { readonly heading: OutlineEntry; end?: number } | undefined;
    for await (const { entry } of this.#listHeadings()) {
      if (found && found.end === undefined && entry.level <= found.heading.level) {
        found.end = entry.start;
      }
      const title = entry.title.toLowerCase();
      const isExact = found?.heading.title.toLowerCase() === wanted;
      if (isExact && found?.end !== undefined) break;
      if (title === wanted ? !isExact : !found && title.includes(wanted)) {
        found = { heading: entry };
      }
    }
    if (!found) throw new AppError('not_found', `The document has no section "${section}".`);
    return { start: found.heading.start, end: found.end ?? this.#sections.length };
  }

  async *#listHeadings(
    from = this.#sections.outline.start + outlineStart.length,
  ): AsyncGenerator<{ readonly entry: OutlineEntry; readonly position: number }> {
    const { end } = this.#sections.outline;
    let rest = Buffer.alloc(0);
    let position = from;
    for (let at = from; at < end; at += outlineStep) {
      const step = await readBytes(this.#bytes, {
        start: at,
        end: Math.min(end, at + outlineStep),
      });
      rest = Buffer.concat([rest, step]);
      if (rest.length > maxEntryBytes) throw unknownForm();
      let used = 0;
      for (let stop = rest.indexOf('\n'); stop >= 0; stop = rest.indexOf('\n', used)) {
        const line = rest.toString('utf8', used, stop);
        if (line !== '') yield { entry: readEntry(line), position };
        position += stop + 1 - used;
        used = stop + 1;
      }
      rest = rest.subarray(used);
    }
  }

  /** Reads a range with one read of the slices that it overlaps. */
  async #readPages(
    slices: readonly TextSlice[],
    { start, end }: TextRange,
  ): Promise<TextPart['pages']> {
    const endOf = (at: number) => slices[at + 1]?.start ?? this.#sections.length;
    const first = slices.findIndex((slice, at) => slice.start <= start && endOf(at) > start);
    if (first < 0 || start >= end) return [];
    const found = slices.slice(first).filter((slice) => slice.start < end);
    const from = (found[0] as TextSlice).bytes.start;
    const read = await readBytes(this.#bytes, {
      start: from,
      end: (found.at(-1) as TextSlice).bytes.end,
    });
    const pages: { page: number | null; text: string; start: number }[] = [];
    for (const { page, start: sliceStart, bytes } of found) {
      const json = read.toString('utf8', bytes.start - from, bytes.end - from);
      const text = cutCodePoints(JSON.parse(`"${json}"`), start - sliceStart, end - sliceStart);
      const last = pages.at(-1);
      if (last?.page === page) last.text += text;
      else pages.push({ page, text, start: Math.max(start, sliceStart) });
    }
    return pages;
  }
}

function cutCodePoints(text: string, from: number, until: number): string {
  if (from <= 0 && until >= text.length) return text;
  return Array.from(text).slice(Math.max(0, from), until).join('');
}

/** @throws AppError `invalid_request` for a place between two entries, which no cursor names. */
function readEntry(line: string): OutlineEntry {
  try {
    return JSON.parse(line.replace(/,$/, ''));
  } catch (error) {
    throw new AppError('invalid_request', 'cursor: is not a cursor of this list', {
      cause: error,
      details: { field: 'cursor' },
    });
  }
}

async function readBytes(
  bytes: SeekableBytes,
  { start, end }: Section,
  most = maxBytes,
): Promise<Buffer> {
  if (start >= end) return Buffer.alloc(0);
  if (end - start > most) throw unknownForm();
  return buffer(await bytes.stream({ start, end: end - 1 }));
}

export function unknownForm(): TypeError {
  return new TypeError('the stored text has an unknown form');
}
