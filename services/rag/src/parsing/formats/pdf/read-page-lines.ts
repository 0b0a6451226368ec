import type { Inline } from '../../inline/inline.ts';
import { writeInline } from '../../inline/write-inline.ts';
import { findUsual } from './find-usual.ts';
import { sizeOf, type TextItem, type TextStyles } from './text-item.ts';

/**
 * A line of text on a page. Positions are in points along the writing direction (`from`, `to`) and
 * across it; `height` grows towards the earlier lines.
 */
export interface PageLine {
  /** Tabs separate the cells of a table row. */
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly height: number;
  /** Font size of the first characters that are not raised. */
  readonly size: number;
  /** Writing direction in whole degrees. */
  readonly angle: number;
  readonly isMonospaced: boolean;
  /** Font of the whole line; undefined where there are several. */
  readonly font: string | undefined;
  /** Parts separated by column gaps; together they are the text. */
  readonly cells: readonly PageCell[];
}

/** Part of a line up to a gap. */
export interface PageCell {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

interface Place {
  readonly from: number;
  readonly to: number;
  readonly height: number;
  readonly size: number;
  readonly angle: number;
}

interface Piece extends Place {
  readonly text: string;
  readonly isMonospaced: boolean;
  readonly font: string;
  /** Separation from the piece before, and its width in font sizes. */
  readonly gap: 'none' | 'space' | 'column';
  readonly width: number;
}

/** Minimum gap between columns, in font sizes. */
const columnGap = 1.6;
/** Minimum gap before text that stands below or above the start of a column. */
const alignedGap = 0.9;
const wordGap = 0.3;
/** Maximum offset, in points, of text that is aligned. */
const alignedReach = 1.5;
/** Maximum distance between the lines of a table, in font sizes. */
const maxRowStep = 3;

/** Returns the lines of a page in the order of its content stream. */
export function readPageLines(items: readonly TextItem[], styles: TextStyles): PageLine[] {
  const lines: OpenLine[] = [];
  let open: OpenLine | undefined;
  for (const item of items) {
    if (item.str.trim() !== '') {
      const style = styles[item.fontName];
      const place = placeOf(item, style?.vertical === true);
      if (open === undefined || !open.fits(place)) {
        open = new OpenLine();
        lines.push(open);
      } else if (item.dir !== 'rtl' && open.isBehind(place)) {
        open = new OpenLine(open);
        lines[lines.length - 1] = open;
      }
      const isMonospaced = style?.fontFamily === 'monospace';
      open.add({ ...place, text: item.str, isMonospaced, font: item.fontName }, item.dir === 'rtl');
    } else if (item.str !== '') {
      open?.addSpace();
    }
    if (item.hasEOL) open = undefined;
  }
  for (const line of lines) line.join();
  // A row with a new column can show one of the rows beside it.
  for (let round = 0; round < 2; round += 1) {
    for (const [at, line] of lines.entries()) {
      for (const beside of [lines[at - 1], lines[at + 1]]) if (beside) line.alignWith(beside);
    }
  }
  const notes = findNotes(lines);
  return lines.map((line) => line.finish(notes)).filter(({ text }) => text.trim() !== '');
}

function placeOf(item: TextItem, isVertical: boolean): Place {
  const [a, b, , , x, y] = item.transform as [number, number, number, number, number, number];
  const turn = Math.atan2(b, a) - (isVertical ? Math.PI / 2 : 0);
  const from = x * Math.cos(turn) + y * Math.sin(turn);
  return {
    from,
    to: from + (isVertical ? item.height : item.width),
    height: y * Math.cos(turn) - x * Math.sin(turn),
    size: sizeOf(item),
    angle: Math.round((turn * 180) / Math.PI),
  };
}

const noteStart = /^(\d{1,3}|[*†‡§¶])[.)]?\s+\S/u;
/** Maximum ratio of a note's size to that of the running text. */
const noteSize = 0.92;

/** Returns the marks of the page's notes: small lines that begin with a number or a sign. */
function findNotes(lines: readonly OpenLine[]): ReadonlySet<string> {
  const body = findUsual(lines, ({ size }) => size) ?? 0;
  const small = lines.filter(({ size }) => size <= noteSize * body);
  return new Set(small.flatMap(({ text }) => noteStart.exec(text)?.[1] ?? []));
}

class OpenLine {
  readonly #pieces: Piece[] = [];
  #to = Number.NEGATIVE_INFINITY;
  #spaceBefore = false;
  /** True if a part of the line is written from right to left. */
  #isReversed = false;
  /** Columns of this line that were written before it, on its right. */
  readonly #right: OpenLine | undefined;

  constructor(right?: OpenLine) {
    this.#right = right;
  }

  /**
   * Returns true if text at a place continues this line: same direction, same or shifted base line.
   */
  fits(place: Place): boolean {
    const first = this.#first;
    const reach = 0.6 * Math.max(place.size, first.size);
    return place.angle === first.angle && Math.abs(place.height - first.height) <= reach;
  }

  /** Returns true if the line stands in a column on the right of a place. */
  isBehind({ to }: Place): boolean {
    return !this.#isReversed && to < this.#first.from - columnGap * this.#first.size;
  }

  join(): void {
    const pieces: Piece[] = [];
    for (let line = this.#right; line !== undefined; line = line.#right) {
      pieces.push(...line.#pieces);
      this.#to = Math.max(this.#to, line.#to);
    }
    if (pieces.length > 0) this.#pieces.push(...pieces.toSorted((a, b) => a.from - b.from));
  }

  /** Parts cells at narrow gaps below or above the start of another line's cell. */
  alignWith(line: OpenLine): void {
    const others = line.#pieces;
    const [first, other] = [this.#first, others[0] as Piece];
    if (Math.abs(first.height - other.height) > maxRowStep * first.size) return;
    for (const [at, piece] of this.#pieces.entries()) {
      if (piece.gap !== 'space' || piece.isMonospaced || piece.width < alignedGap) continue;
      const isAligned = others.some(
        ({ gap, from }, place) =>
          place > 0 && gap === 'column' && Math.abs(from - piece.from) <= alignedReach,
      );
      if (isAligned) this.#pieces[at] = { ...piece, gap: 'column' };
    }
  }

  addSpace(): void {
    this.#spaceBefore = true;
  }

  add(piece: Omit<Piece, 'gap' | 'width'>, isReversed: boolean): void {
    const size = this.#pieces[0]?.size ?? piece.size;
    const width = piece.from - this.#to;
    const isSpace = this.#spaceBefore || width > wordGap * size;
    const gap = width > columnGap * size ? 'column' : isSpace ? 'space' : 'none';
    const isFirst = this.#pieces.length === 0;
    this.#pieces.push({ ...piece, gap: isFirst ? 'column' : gap, width: width / size });
    this.#isReversed ||= isReversed;
    this.#spaceBefore = false;
    this.#to = Math.max(this.#to, piece.to);
  }

  /** Font size of most characters. */
  get size(): number {
    return findBase(this.#pieces).size;
  }

  get text(): string {
    const base = findBase(this.#pieces);
    return this.#pieces
      .map((piece) => {
        const isApart = piece.gap !== 'none' || isScript(piece, base) !== undefined;
        return isApart ? ` ${piece.text} ` : piece.text;
      })
      .join('')
      .trim();
  }

  finish(notes: ReadonlySet<string>): PageLine {
    const parts: Piece[][] = [];
    for (const piece of this.#pieces) {
      if (piece.gap === 'column') parts.push([piece]);
      else parts.at(-1)?.push(piece);
    }
    const cells = parts.flatMap((pieces) => {
      const text = writePieces(pieces, notes).replace(/ {2,}/g, ' ').trim();
      return text === ''
        ? []
        : { text, from: (pieces[0] as Piece).from, to: (pieces.at(-1) as Piece).to };
    });
    const base = findBase(parts[0] ?? []);
    const first = parts[0]?.find((piece) => !isScript(piece, base)) ?? this.#first;
    const fonts = new Set(this.#pieces.map(({ font }) => font));
    const length = (pieces: readonly Piece[]) =>
      pieces.reduce((sum, { text }) => sum + text.length, 0);
    const monospaced = length(this.#pieces.filter(({ isMonospaced }) => isMonospaced));
    return {
      text: cells.map((cell) => cell.text).join('\t'),
      from: Math.min(...this.#pieces.map(({ from }) => from)),
      to: this.#to,
      height: first.height,
      size: first.size,
      angle: first.angle,
      isMonospaced: monospaced > length(this.#pieces) / 2,
      font: fonts.size === 1 ? [...fonts][0] : undefined,
      cells,
    };
  }

  get #first(): Piece {
    return this.#pieces[0] as Piece;
  }
}

/** Returns the piece with the size and height of most characters. */
function findBase(pieces: readonly Piece[]): Piece {
  const lengths = new Map<string, { piece: Piece; length: number }>();
  for (const piece of pieces) {
    const key = `${piece.size.toFixed(1)} ${piece.height.toFixed(1)}`;
    const entry = lengths.get(key) ?? { piece, length: 0 };
    entry.length += piece.text.length * piece.size;
    lengths.set(key, entry);
  }
  const [longest] = [...lengths.values()].toSorted((a, b) => b.length - a.length);
  return longest?.piece as Piece;
}

/** Smallest rise of raised text in smaller type, in sizes of the text around it. */
const minRise = 0.12;
/** Smallest rise of raised text in any type. */
const minPlainRise = 0.25;
/** Smallest fall of lowered text in smaller type. */
const minFall = 0.06;
const scriptSize = 0.86;
/** Longer text beside the base line belongs to another cell. */
const maxScriptLength = 12;

function isScript(
  { height, size, text, gap }: Piece,
  base: Piece,
): 'raised' | 'lowered' | undefined {
  const rise = (height - base.height) / base.size;
  if (text.trim().length > maxScriptLength && !/^[\p{N}\s,;+\u2212\u2013-]+$/u.test(text))
    return undefined;
  const isSmall = size <= scriptSize * base.size;
  // Text of the usual size that stands apart is part of a fraction.
  if (!isSmall && gap !== 'none') return undefined;
  if (rise >= (isSmall ? minRise : minPlainRise)) return 'raised';
  if (rise <= -(isSmall ? minFall : minPlainRise)) return 'lowered';
  return undefined;
}

/** Writes the pieces of a cell, with raised and lowered ones apart from the digits beside them. */
function writePieces(pieces: readonly Piece[], notes: ReadonlySet<string>): string {
  if (pieces.length === 1) return (pieces[0] as Piece).text;
  const base = findBase(pieces);
  const content: Inline[] = [];
  let before = '';
  for (const [at, piece] of pieces.entries()) {
    const { text, gap } = piece;
    const kind = isScript(piece, base);
    if (gap === 'space' || /^\s/.test(text)) content.push(' ');
    const last = content.at(-1);
    if (kind === undefined) content.push(text);
    else if (typeof last === 'object' && 'content' in last && last.kind === kind) {
      content[content.length - 1] = { kind, content: [...last.content, text] };
    } else if (kind === 'raised' && marksNote(piece, { before, notes, next: pieces[at + 1] })) {
      content.push({ kind: 'note_mark', mark: text.trim() });
    } else content.push({ kind, content: [text] });
    if (kind !== undefined && /\s$/.test(text)) content.push(' ');
    before = text;
  }
  return writeInline(content);
}

interface Around {
  readonly before: string;
  readonly notes: ReadonlySet<string>;
  readonly next: Piece | undefined;
}

const noteNumbers = /^\d{1,3}(?:\s*[,;\u2013-]\s*\d{1,3})*[,;]?$/;
const powerOfTen = /(?:^|[^\p{N}\p{L}.,])10$/u;
/** A unit or a variable, of which a raised number is a power. */
const shortTerm = /(?:^|[^\p{L}])[\p{L}%°]{1,2}$/u;

/** Returns true if a raised number calls or starts a note; other raised numbers are powers. */
function marksNote({ text, gap }: Piece, { before, notes, next }: Around): boolean {
  const mark = text.trim();
  if (!noteNumbers.test(mark)) return false;
  const base = before.trimEnd();
  if (base === '') return true;
  // A raised number before the sign of an element is its mass.
  if (gap === 'space' && next?.gap === 'none' && /^\p{Lu}/u.test(next.text)) return false;
  if (/\p{N}$/u.test(base)) return notes.has(mark) && !powerOfTen.test(base);
  return !shortTerm.test(base) || (notes.has(mark) && !/^[23]$/.test(mark));
}
