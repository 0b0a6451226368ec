import { z } from 'zod';
import type { ParsedDocument, TableRows } from '../parsing/parsed-document.ts';

/**
 * A stored text is one blob: the JSON answer of `/text`, the JSON answer of `/outline`, the slices
 * of the text, the groups of table rows, the places of recognised words and a trailer of fixed
 * length. Whole answers are sent as they are stored; a part is read by the slices and groups that
 * it overlaps.
 */
export interface StoredSections {
  /** Length of the text in code points. */
  readonly length: number;
  /** Positions in bytes; `end` is exclusive. */
  readonly text: Section;
  readonly outline: Section;
  readonly slices: Section;
  readonly rowGroups: Section;
}

export interface Section {
  readonly start: number;
  readonly end: number;
}

/** A stretch of the text within one page. */
export interface TextSlice {
  /** Null where the format has no pages. */
  readonly page: number | null;
  /** Code point offset of its start. */
  readonly start: number;
  /** Position of its JSON string in the blob, without quotes. */
  readonly bytes: Section;
}

/** Neighbouring rows of one table, which are read together. */
export interface RowGroup {
  /** Code point offsets of the text of its rows. */
  readonly start: number;
  readonly end: number;
  /** Position of the table's JSON up to its rows. */
  readonly head: Section;
  /** Position of the rows' JSON, with commas between them. */
  readonly rows: Section;
}

/** Places of the recognised words of a page. */
export interface WordPlaces {
  readonly page: number | null;
  /** Position of their JSON. */
  readonly bytes: Section;
}

export const trailerLength = 256;
const trailerMark = 'lectern-text 1 ';
/** Maximum UTF-16 units of a slice. */
const sliceUnits = 8_192;
const sliceBytes = 16;
/** Maximum rows of a group. */
const groupRows = 64;
export const rowGroupBytes = 24;
const wordPlacesBytes = 12;
/** The outline has an entry a line, so that it can be read from any entry on. */
export const outlineStart = '{"outline":[\n';
const outlineEnd = '\n]}';

const positionSchema = z.int().min(0);
const sectionSchema = z
  .object({ start: positionSchema, end: positionSchema })
  .refine(({ start, end }) => start <= end);
const sectionsSchema: z.ZodType<StoredSections> = z.object({
  length: positionSchema,
  text: sectionSchema,
  outline: sectionSchema,
  slices: sectionSchema,
  rowGroups: sectionSchema,
});

/** Returns undefined for bytes of another form, and for sections that are not within the blob. */
export function readTrailer(bytes: Buffer, size: number): StoredSections | undefined {
  const text = bytes.toString('utf8');
  if (!text.startsWith(trailerMark)) return undefined;
  const { data } = sectionsSchema.safeParse(parseJson(text.slice(trailerMark.length)));
  if (!data) return undefined;
  const { length: _, ...sections } = data;
  return Object.values(sections).every(({ end }) => end <= size) ? data : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function readSlices(bytes: Buffer): TextSlice[] {
  return Array.from({ length: bytes.length / sliceBytes }, (_, at) => {
    const [page, start, from, to] = [0, 4, 8, 12].map((offset) =>
      bytes.readUInt32LE(at * sliceBytes + offset),
    ) as [number, number, number, number];
    return { page: page || null, start, bytes: { start: from, end: to } };
  });
}

export function readWordPlaces(bytes: Buffer): WordPlaces[] {
  return Array.from({ length: bytes.length / wordPlacesBytes }, (_, at) => {
    const [page, start, end] = [0, 4, 8].map((offset) =>
      bytes.readUInt32LE(at * wordPlacesBytes + offset),
    ) as [number, number, number];
    return { page: page || null, bytes: { start, end } };
  });
}

/** Reads one group from the bytes of many. */
export function readRowGroup(bytes: Buffer, at: number): RowGroup {
  const [start, end, headFrom, headTo, from, to] = [0, 4, 8, 12, 16, 20].map((offset) =>
    bytes.readUInt32LE(at * rowGroupBytes + offset),
  ) as [number, number, number, number, number, number];
  return {
    start,
    end,
    head: { start: headFrom, end: headTo },
    rows: { start: from, end: to },
  };
}

/** Yields the bytes of a stored text piece by piece. */
export function* encodeStoredText({
  text,
  pages,
  blocks,
  outline,
  words = [],
}: Pick<ParsedDocument, 'text' | 'pages' | 'blocks' | 'outline' | 'words'>): Generator<Buffer> {
  const slices: number[] = [];
  let position = 0;
  const toBytes = (piece: string) => {
    const bytes = Buffer.from(piece, 'utf8');
    position += bytes.length;
    return bytes;
  };

  yield toBytes('{"pages":[');
  const units = { at: 0, codePoints: 0 };
  for (const [at, { page, start }] of (pages.length > 0 ? pages : [wholeText]).entries()) {
    const end = pages[at + 1]?.start ?? Number.POSITIVE_INFINITY;
    yield toBytes(`${at > 0 ? ',' : ''}{"page":${page},"start":${start},"text":"`);
    do {
      const codePoints = units.codePoints;
      const slice = cutSlice(text, units, end);
      const from = position;
      yield toBytes(JSON.stringify(slice).slice(1, -1));
      slices.push(page ?? 0, codePoints, from, position);
    } while (units.codePoints < end && units.at < text.length);
    yield toBytes('"}');
  }
  yield toBytes(']');
  const groups: number[] = [];
  let tables = 0;
  let groupEnd = 0;
  for (const { start, end, table } of blocks) {
    if (!table) continue;
    yield toBytes(tables === 0 ? ',"tables":[' : ',');
    tables += 1;
    const headFrom = position;
    yield toBytes(`{"start":${start},"end":${end},"columns":${JSON.stringify(table.columns)}`);
    const headTo = position;
    yield toBytes(',"rows":[');
    for (let from = 0; from < table.rows.length; from += groupRows) {
      if (from > 0) yield toBytes(',');
      const rows = table.rows.slice(from, from + groupRows);
      const offsets = rows.flat();
      const groupStart = Math.max(groupEnd, offsets[0] ?? start);
      groupEnd = Math.max(groupStart, offsets.at(-1) ?? groupStart);
      const rowsFrom = position;
      yield toBytes(rows.map((cells, at) => JSON.stringify(toRow(table, from + at, cells))).join());
      groups.push(groupStart, groupEnd, headFrom, headTo, rowsFrom, position);
    }
    yield toBytes(']}');
  }
  yield toBytes(tables > 0 ? ']}' : '}');

  const textSection = { start: 0, end: position };
  yield toBytes(outlineStart);
  for (const [at, { level, title, page, start }] of outline.entries()) {
    const entry = JSON.stringify({ level, title, page, start });
    yield toBytes(at > 0 ? `,\n${entry}` : entry);
  }
  yield toBytes(outlineEnd);
  const outlineSection = { start: textSection.end, end: position };
  const places: number[] = [];
  for (const { page, words: placed } of words) {
    const from = position;
    yield toBytes(JSON.stringify(placed));
    places.push(page ?? 0, from, position);
  }
  const [sliceIndex, groupIndex, wordIndex] = [slices, groups, places].map((numbers) =>
    Buffer.from(Uint32Array.from(numbers).buffer),
  ) as [Buffer, Buffer, Buffer];
  yield sliceIndex;
  yield groupIndex;
  yield wordIndex;
  const slicesEnd = position + sliceIndex.length;
  const sections: StoredSections = {
    length: units.codePoints,
    text: textSection,
    outline: outlineSection,
    slices: { start: position, end: slicesEnd },
    rowGroups: { start: slicesEnd, end: slicesEnd + groupIndex.length },
  };
  yield Buffer.from(`${trailerMark}${JSON.stringify(sections)}`.padEnd(trailerLength), 'utf8');
}

const wholeText = { page: null, start: 0 };

interface TextPlace {
  /** UTF-16 units before this place. */
  at: number;
  codePoints: number;
}

/** Returns the next slice, which ends before this code point at the latest, and moves on. */
function cutSlice(text: string, place: TextPlace, end: number): string {
  const start = place.at;
  const last = Math.min(text.length, start + sliceUnits);
  while (place.at < last && place.codePoints < end) {
    place.at += (text.codePointAt(place.at) as number) > 0xffff ? 2 : 1;
    place.codePoints += 1;
  }
  return text.slice(start, place.at);
}

function toRow({ hasHeader }: TableRows, row: number, cells: readonly number[]) {
  return {
    is_header: hasHeader && row === 0,
    cells: Array.from({ length: cells.length / 2 }, (_, column) => ({
      start: cells[2 * column],
      end: cells[2 * column + 1],
    })),
  };
}
