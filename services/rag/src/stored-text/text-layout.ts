import type { ParsedDocument, TableRows } from '../parsing/parsed-document.ts';

/**
 * A stored text is one blob: the JSON answer of `/text`, the JSON answer of `/outline`, the slices
 * of the text and a trailer of fixed length. Whole answers are sent as they are stored; a part is
 * read by the slices that it overlaps.
 */
export interface StoredSections {
  /** Length of the text in code points. */
  readonly length: number;
  /** Positions in bytes; `end` is exclusive. */
  readonly text: Section;
  readonly outline: Section;
  readonly slices: Section;
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

export const trailerLength = 256;
const trailerMark = 'lectern-text 1 ';
/** Maximum UTF-16 units of a slice. */
const sliceUnits = 8_192;
const sliceBytes = 16;
/** The outline has an entry a line, so that it can be read from any entry on. */
export const outlineStart = '{"outline":[\n';
const outlineEnd = '\n]}';

export function readTrailer(bytes: Buffer): StoredSections | undefined {
  const text = bytes.toString('utf8');
  if (!text.startsWith(trailerMark)) return undefined;
  return JSON.parse(text.slice(trailerMark.length)) as StoredSections;
}

export function readSlices(bytes: Buffer): TextSlice[] {
  return Array.from({ length: bytes.length / sliceBytes }, (_, at) => {
    const [page, start, from, to] = [0, 4, 8, 12].map((offset) =>
      bytes.readUInt32LE(at * sliceBytes + offset),
    ) as [number, number, number, number];
    return { page: page || null, start, bytes: { start: from, end: to } };
  });
}

/** Yields the bytes of a stored text piece by piece. */
export function* encodeStoredText({
  text,
  pages,
  blocks,
  outline,
}: Pick<ParsedDocument, 'text' | 'pages' | 'blocks' | 'outline'>): Generator<Buffer> {
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
  let tables = 0;
  for (const { start, end, table } of blocks) {
    if (!table) continue;
    yield toBytes(tables === 0 ? ',"tables":[' : ',');
    yield toBytes(`{"start":${start},"end":${end},"columns":${JSON.stringify(table.columns)}`);
    for (const [row, cells] of table.rows.entries()) {
      yield toBytes(`${row === 0 ? ',"rows":[' : ','}${JSON.stringify(toRow(table, row, cells))}`);
    }
    yield toBytes(table.rows.length === 0 ? ',"rows":[]}' : ']}');
    tables += 1;
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
  const index = Buffer.from(Uint32Array.from(slices).buffer);
  yield index;
  const sections: StoredSections = {
    length: units.codePoints,
    text: textSection,
    outline: outlineSection,
    slices: { start: outlineSection.end, end: outlineSection.end + index.length },
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
