import { ListCounter, type ListLevel } from '../list-number.ts';
import type { OdfStyles } from './odf-styles.ts';

interface OpenList {
  readonly style: string;
  readonly counter: ListCounter;
  /** Number of the open item, if it has one of its own. */
  startAt: number | undefined;
  /** True until the first paragraph of the open item. */
  isItemNew: boolean;
}

/** Follows the lists of an OpenDocument file and numbers their items. */
export class OdfLists {
  readonly #styles: OdfStyles;
  readonly #open: OpenList[] = [];
  readonly #counterOfStyle = new Map<string, ListCounter>();
  readonly #counterOfList = new Map<string, ListCounter>();
  readonly #headings = new ListCounter();

  constructor(styles: OdfStyles) {
    this.#styles = styles;
  }

  get depth(): number {
    return this.#open.length;
  }

  open(attributes: Readonly<Record<string, string>>): void {
    const outer = this.#open.at(-1);
    const style = attributes['text:style-name'] ?? outer?.style ?? '';
    const counter = outer?.counter ?? this.#counterFor(style, attributes);
    this.#counterOfStyle.set(style, counter);
    this.#counterOfList.set(attributes['xml:id'] ?? '', counter);
    this.#open.push({ style, counter, startAt: undefined, isItemNew: false });
  }

  close(): void {
    this.#open.pop();
  }

  openItem(startAt: string | undefined): void {
    const list = this.#open.at(-1);
    if (list === undefined) return;
    list.startAt = startAt === undefined ? undefined : Number(startAt);
    list.isItemNew = true;
  }

  /** Returns the marker of a paragraph: `2.`, `-`, or `''` from the second one of an item on. */
  nextMarker(): string {
    const list = this.#open.at(-1);
    if (list === undefined || !list.isItemNew) return '';
    list.isItemNew = false;
    const levels = this.#styles.levelsOf(list.style);
    return list.counter.next(levels, this.#open.length - 1, list.startAt);
  }

  /** Returns the number of a heading outside lists. */
  nextHeading(level: number): string {
    const levels: readonly (ListLevel | undefined)[] = this.#styles.outline;
    return levels[level - 1] === undefined ? '' : this.#headings.next(levels, level - 1);
  }

  #counterFor(style: string, attributes: Readonly<Record<string, string>>): ListCounter {
    const continued = this.#counterOfList.get(attributes['text:continue-list'] ?? '-');
    if (continued !== undefined) return continued;
    const known = this.#counterOfStyle.get(style);
    if (known !== undefined && attributes['text:continue-numbering'] === 'true') return known;
    return new ListCounter();
  }
}
