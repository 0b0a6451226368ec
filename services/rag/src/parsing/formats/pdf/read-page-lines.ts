import type { TextItem, TextStyles } from './text-item.ts';

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
  /** Font size of the first characters. */
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

interface TypeFace {
  readonly isMonospaced: boolean;
  readonly font: string;
}

interface Place {
  readonly from: number;
  readonly to: number;
  readonly height: number;
  readonly size: number;
  readonly angle: number;
}

/** Minimum gap between columns, in font sizes. */
const columnGap = 1.6;
const wordGap = 0.3;

/** Returns the lines of a page in the order of its content stream. */
export function readPageLines(items: readonly TextItem[], styles: TextStyles): PageLine[] {
  const lines: PageLine[] = [];
  let open: OpenLine | undefined;
  const close = () => {
    if (open !== undefined && open.text.trim() !== '') lines.push(open.finish());
    open = undefined;
  };
  for (const item of items) {
    if (item.str.trim() !== '') {
      const style = styles[item.fontName];
      const place = placeOf(item, style?.vertical === true);
      if (open !== undefined && !open.takes(place)) close();
      open ??= new OpenLine(place);
      const isMonospaced = style?.fontFamily === 'monospace';
      open.add(item.str, place, { isMonospaced, font: item.fontName });
    } else if (item.str !== '') {
      open?.addSpace();
    }
    if (item.hasEOL) close();
  }
  close();
  return lines;
}

function placeOf(item: TextItem, isVertical: boolean): Place {
  const [a, b, c, d, x, y] = item.transform as [number, number, number, number, number, number];
  const size = Math.hypot(c, d) || Math.hypot(a, b) || item.height || 1;
  const turn = Math.atan2(b, a) - (isVertical ? Math.PI / 2 : 0);
  const from = x * Math.cos(turn) + y * Math.sin(turn);
  return {
    from,
    to: from + (isVertical ? item.height : item.width),
    height: y * Math.cos(turn) - x * Math.sin(turn),
    size,
    angle: Math.round((turn * 180) / Math.PI),
  };
}

class OpenLine {
  text = '';
  readonly #cells: PageCell[] = [];
  #cell = { text: '', from: 0, to: 0 };
  readonly #first: Place;
  #from: number;
  #to: number;
  #spaceBefore = false;
  #monospaced = 0;
  readonly #fonts = new Set<string>();

  constructor(first: Place) {
    this.#first = first;
    this.#from = first.from;
    this.#to = first.from;
  }

  /**
   * Returns true if text at a place continues this line: same direction, same or shifted base line.
   */
  takes(place: Place): boolean {
    const reach = 0.6 * Math.max(place.size, this.#first.size);
    return (
      place.angle === this.#first.angle && Math.abs(place.height - this.#first.height) <= reach
    );
  }

  addSpace(): void {
    this.#spaceBefore = true;
  }

  add(text: string, place: Place, { isMonospaced, font }: TypeFace): void {
    const gap = place.from - this.#to;
    if (this.text !== '') {
      if (gap > columnGap * this.#first.size) {
        this.#closeCell();
      } else if (this.#spaceBefore || gap > wordGap * this.#first.size) this.#cell.text += ' ';
    }
    if (this.#cell.text === '') this.#cell.from = place.from;
    this.#cell.text += text;
    this.#cell.to = place.to;
    this.text += text;
    if (isMonospaced) this.#monospaced += text.length;
    this.#fonts.add(font);
    this.#spaceBefore = false;
    this.#from = Math.min(this.#from, place.from);
    this.#to = Math.max(this.#to, place.to);
  }

  finish(): PageLine {
    const { height, size, angle } = this.#first;
    this.#closeCell();
    return {
      text: this.#cells.map((cell) => cell.text).join('\t'),
      from: this.#from,
      to: this.#to,
      height,
      size,
      angle,
      isMonospaced: this.#monospaced > this.text.length / 2,
      font: this.#fonts.size === 1 ? [...this.#fonts][0] : undefined,
      cells: this.#cells,
    };
  }

  #closeCell(): void {
    const text = this.#cell.text.replace(/ {2,}/g, ' ').trim();
    if (text !== '') this.#cells.push({ ...this.#cell, text });
    this.#cell = { text: '', from: 0, to: 0 };
  }
}
