import { formatListNumber } from '../list-number.ts';
import { findNumberStyle, PageCounters } from './page-counters.ts';
import type { ElementStyle } from './page-styles.ts';

interface OpenList {
  /** Numbering style; undefined for a list without order. */
  readonly style: string | undefined;
  readonly step: 1 | -1;
}

/** An element, as far as its number depends on it. */
export interface ListElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly style: ElementStyle | undefined;
  /** Number of elements around this one. */
  readonly depth: number;
  /** Number of items of a reversed list. */
  readonly reversedItems?: number | undefined;
}

const item = 'list-item';

/** Follows the lists of a page, and numbers their items and other elements with counters. */
export class HtmlLists {
  readonly #open: OpenList[] = [];
  readonly #counters = new PageCounters();

  get depth(): number {
    return this.#open.length;
  }

  /** Counts an element and returns the text with counters that is generated before it. */
  count({ name, attributes, style, depth }: ListElement): string {
    const { reset, increment, before = '' } = style?.counters ?? {};
    if (name === 'li') {
      const step = increment?.get(item) ?? this.#open.at(-1)?.step ?? 1;
      const number = this.#counters.add(item, step, depth);
      const value = Number.parseInt(attributes.value ?? '', 10);
      if (!Number.isNaN(value)) this.#counters.add(item, value - number, depth);
    }
    for (const [counter, value] of reset ?? []) {
      if (counter !== item) this.#counters.reset(counter, value, depth);
    }
    for (const [counter, step] of increment ?? []) {
      if (counter !== item) this.#counters.add(counter, step, depth);
    }
    return this.#counters.write(before);
  }

  /** Closes an element that was counted. */
  endCount(depth: number): void {
    this.#counters.close(depth);
  }

  open({ name, attributes, style, depth, reversedItems }: ListElement): void {
    const { type = '', start } = attributes;
    const usual = name === 'ol' ? (findNumberStyle(type) ?? 'decimal') : 'bullet';
    const own = findNumberStyle(style?.listStyle);
    // Points that are left out are no reason to read the items as paragraphs.
    const numbering = name === 'ul' && own === 'none' ? usual : (own ?? usual);
    const step = reversedItems === undefined ? 1 : -1;
    const first = Number.parseInt(start ?? '', 10);
    const before = Number.isNaN(first) ? (reversedItems ?? 0) + (step < 0 ? 1 : 0) : first - step;
    this.#counters.reset(item, style?.counters?.reset.get(item) ?? before, depth);
    this.#open.push({ style: numbering === 'bullet' ? undefined : numbering, step });
  }

  close(): void {
    this.#open.pop();
    this.#counters.end(item);
  }

  /** Returns the marker of the counted item: `2.`, `-` without order, `''` for none. */
  marker(style: ElementStyle | undefined): string {
    const list = this.#open.at(-1)?.style;
    const own = findNumberStyle(style?.listStyle);
    const numbering = own === undefined || (own === 'none' && list === undefined) ? list : own;
    if (numbering === undefined || numbering === 'bullet') return '-';
    if (numbering === 'none') return '';
    return `${formatListNumber(this.#counters.add(item, 0, 0), numbering)}.`;
  }
}
