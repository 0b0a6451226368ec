import type { XmlHandlers } from '../../read-xml.ts';

interface OpenElement {
  readonly name: string;
  readonly inside: Set<string>;
  hasText: boolean;
}

/** Finds out how a file uses its elements. */
export class XmlUse implements XmlHandlers {
  /** Name of the first element. */
  root = '';
  /** Text of the first element with the name `title`. */
  title = '';
  readonly #besideText = new Set<string>();
  readonly #aroundBlocks = new Set<string>();
  readonly #open: OpenElement[] = [];
  #isTitleRead = false;

  /** Names of the elements that stand within lines of text. */
  get inline(): ReadonlySet<string> {
    return new Set([...this.#besideText].filter((name) => !this.#aroundBlocks.has(name)));
  }

  open(name: string): void {
    this.root ||= name;
    this.#open.at(-1)?.inside.add(name);
    this.#open.push({ name, inside: new Set(), hasText: false });
  }

  text(text: string): void {
    const element = this.#open.at(-1);
    if (element === undefined || text.trim() === '') return;
    element.hasText = true;
    if (element.name === 'title' && !this.#isTitleRead) this.title += text;
  }

  close(): void {
    const element = this.#open.pop();
    if (element === undefined) return;
    if (element.name === 'title') this.#isTitleRead = true;
    if (element.hasText) for (const name of element.inside) this.#besideText.add(name);
    else if (element.inside.size > 0) this.#aroundBlocks.add(element.name);
  }
}
