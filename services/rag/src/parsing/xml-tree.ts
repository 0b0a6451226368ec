import { readXml, type XmlHandlers } from './read-xml.ts';

/** An element of a small XML part, with all of its content. */
export interface XmlNode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: (XmlNode | string)[];
}

/** Deeper elements become children of the last one above, so that a walk never fills the stack. */
const maxDepth = 200;

/** Collects elements into a tree. */
export class XmlTreeBuilder implements XmlHandlers {
  readonly root: XmlNode = { name: '', attributes: {}, children: [] };
  readonly #open: XmlNode[] = [];

  open(name: string, attributes: Record<string, string>): void {
    const node: XmlNode = { name, attributes, children: [] };
    const parent = this.#open.at(Math.min(this.#open.length, maxDepth) - 1) ?? this.root;
    parent.children.push(node);
    this.#open.push(node);
  }

  close(): void {
    this.#open.pop();
  }

  text(text: string): void {
    this.#open.at(-1)?.children.push(text);
  }

  /** True between an element's start and its end. */
  get isOpen(): boolean {
    return this.#open.length > 0;
  }
}

/** Reads an XML part as a tree; large parts are streamed by `readXml` instead. */
export function readXmlTree(bytes: Uint8Array): XmlNode {
  const builder = new XmlTreeBuilder();
  readXml(bytes, builder);
  return builder.root;
}

/** Streams what stands below a node through handlers, as `readXml` streams a part. */
export function streamTree(node: XmlNode, handlers: XmlHandlers): void {
  for (const child of node.children) {
    if (typeof child === 'string') handlers.text?.(child);
    else {
      handlers.open?.(child.name, child.attributes);
      streamTree(child, handlers);
      handlers.close?.(child.name);
    }
  }
}

/** Returns the elements directly below a node, or those of one name. */
export function childrenOf(node: XmlNode | undefined, name?: string): XmlNode[] {
  return (node?.children ?? []).filter(
    (child): child is XmlNode => typeof child !== 'string' && (!name || child.name === name),
  );
}

/** Follows names from a node downwards: the first child of each name. */
export function find(node: XmlNode | undefined, ...path: readonly string[]): XmlNode | undefined {
  return path.reduce<XmlNode | undefined>((at, name) => childrenOf(at, name)[0], node);
}

/** Yields all elements of a name below a node, in the order of the text. */
export function* descendants(node: XmlNode, ...names: readonly string[]): Generator<XmlNode> {
  for (const child of childrenOf(node)) {
    if (names.includes(child.name)) yield child;
    yield* descendants(child, ...names);
  }
}

export function textOf(node: XmlNode | undefined): string {
  return (node?.children ?? [])
    .map((child) => (typeof child === 'string' ? child : textOf(child)))
    .join('');
}
