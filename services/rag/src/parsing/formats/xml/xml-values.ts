import type { XmlHandlers } from '../../read-xml.ts';
import { isEncodedFile } from './is-encoded-file.ts';

interface OpenElement {
  readonly name: string;
  readonly members: Map<string, unknown>;
  text: string;
}

/** Escaped markup, such as the description of a place. */
const endTag = /<\/[a-z][a-z\d]*\s*>/i;

/** Attributes about the file itself. */
const technical = /^(?:xmlns|xml|xsi)(?::|$)/;

/**
 * Collects elements into values: an element with text alone is a string, others are records. Its
 * elements of one name are a list. The text of an element with attributes has an empty name.
 */
export class XmlValues implements XmlHandlers {
  /** Returns the text of a page that stands as a value. */
  readonly #readPage: (page: string) => string;
  readonly #open: OpenElement[] = [{ name: '', members: new Map(), text: '' }];

  constructor(readPage: (page: string) => string) {
    this.#readPage = readPage;
  }

  /** The elements of the file's only list, or the whole file as one. */
  get records(): readonly unknown[] {
    const [root] = this.#open[0]?.members.values() ?? [];
    const members = typeof root === 'object' && root !== null ? Object.values(root) : [];
    const [only] = members;
    return members.length === 1 && Array.isArray(only) ? only : [root];
  }

  open(name: string, attributes: Record<string, string>): void {
    const members = Object.entries(attributes).filter(([attribute]) => !technical.test(attribute));
    this.#open.push({ name, members: new Map(members), text: '' });
  }

  text(text: string): void {
    const element = this.#open.at(-1);
    if (element) element.text += text;
  }

  close(): void {
    if (this.#open.length === 1) return;
    const { name, members, text } = this.#open.pop() as OpenElement;
    const own = isEncodedFile(text) ? '' : this.#readMarkup(text.trim());
    const named = own === '' ? [...members] : [['', own], ...members];
    const value = members.size > 0 ? Object.fromEntries(named) : own;
    const parent = this.#open.at(-1)?.members;
    const before = parent?.get(name);
    if (before === undefined) parent?.set(name, value);
    else if (Array.isArray(before)) before.push(value);
    else parent?.set(name, [before, value]);
  }

  #readMarkup(text: string): string {
    return endTag.test(text) ? this.#readPage(text) : text;
  }
}
