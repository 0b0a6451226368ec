import { formatListNumber } from '../list-number.ts';

interface OpenList {
  /** Numbering style; undefined for a list without order. */
  readonly style: string | undefined;
  readonly step: 1 | -1;
  next: number;
}

/** Numbering styles by the `type` of a list and by its `list-style-type`. */
const numberStyles: Readonly<Record<string, string>> = {
  a: 'lowerLetter',
  A: 'upperLetter',
  i: 'lowerRoman',
  I: 'upperRoman',
  'lower-alpha': 'lowerLetter',
  'lower-latin': 'lowerLetter',
  'upper-alpha': 'upperLetter',
  'upper-latin': 'upperLetter',
  'lower-roman': 'lowerRoman',
  'upper-roman': 'upperRoman',
  'decimal-leading-zero': 'decimalZero',
  none: 'none',
};

/** Follows the lists of a page and numbers their items. */
export class HtmlLists {
  readonly #open: OpenList[] = [];

  get depth(): number {
    return this.#open.length;
  }

  /** @param reversedItems number of items of a reversed list. */
  open(
    name: string,
    { type = '', start, style = '' }: Readonly<Record<string, string>>,
    reversedItems?: number,
  ): void {
    const css = /list-style(?:-type)?\s*:\s*([\w-]+)/i.exec(style)?.[1] ?? '';
    const first = Number.parseInt(start ?? '', 10);
    this.#open.push({
      style: name === 'ol' ? (numberStyles[css] ?? numberStyles[type] ?? 'decimal') : undefined,
      step: reversedItems === undefined ? 1 : -1,
      next: Number.isNaN(first) ? (reversedItems ?? 1) : first,
    });
  }

  close(): void {
    this.#open.pop();
  }

  /**
   * Counts an item and returns its marker: `2.`, `-` without order, `''` for none.
   * @param value number that the item states, or NaN.
   */
  next(value: number): string {
    const list = this.#open.at(-1);
    if (list?.style === undefined) return '-';
    const number = Number.isNaN(value) ? list.next : value;
    list.next = number + list.step;
    return list.style === 'none' ? '' : `${formatListNumber(number, list.style)}.`;
  }
}
