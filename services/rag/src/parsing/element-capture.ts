import type { XmlHandlers } from './read-xml.ts';
import { type XmlNode, XmlTreeBuilder } from './xml-tree.ts';

/** Streams elements to a writer, but hands it those of some names whole. */
export class ElementCapture implements XmlHandlers {
  readonly #names: ReadonlySet<string>;
  readonly #write: (node: XmlNode) => void;
  #open: XmlTreeBuilder | undefined;

  constructor(names: ReadonlySet<string>, write: (node: XmlNode) => void) {
    this.#names = names;
    this.#write = write;
  }

  /** True within an element that is read whole. */
  get isOpen(): boolean {
    return this.#open !== undefined;
  }

  /** Returns true if the element starts one that is read whole. */
  starts(name: string): boolean {
    return this.#names.has(name);
  }

  open(name: string, attributes: Record<string, string>): void {
    this.#open ??= new XmlTreeBuilder();
    this.#open.open(name, attributes);
  }

  close(): void {
    this.#open?.close();
    if (this.#open === undefined || this.#open.isOpen) return;
    const [node] = this.#open.root.children;
    this.#open = undefined;
    this.#write(node as XmlNode);
  }

  text(text: string): void {
    this.#open?.text(text);
  }
}
