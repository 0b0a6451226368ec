import type { Inline } from '../../inline/inline.ts';
import { readOmml } from '../../inline/math.ts';
import type { XmlNode } from '../../xml-tree.ts';

const maxDepth = 200;

/** Reads the formulas of an RTF file, whose groups have the names of Office's XML elements. */
export class MathReader {
  readonly #open: XmlNode[] = [];
  /** Groups below the deepest one that is read. */
  #deeper = 0;

  open(): void {
    if (this.#open.length >= maxDepth) this.#deeper += 1;
    else this.#open.push({ name: '', attributes: {}, children: [] });
  }

  /** Names the group by its first control word; returns true for words of formulas. */
  control(word: string): boolean {
    const node = this.#open.at(-1);
    if (node === undefined || !/^m[a-zA-Z]/.test(word)) return false;
    if (node.name === '') {
      this.#open[this.#open.length - 1] = { ...node, name: `m:${word.slice(1)}` };
    }
    return true;
  }

  text(text: string): void {
    const node = this.#open.at(-1);
    if (node === undefined) return;
    if (node.children.length === 0) {
      // Properties have their value as text.
      const attributes = { 'm:val': text.trim() };
      this.#open[this.#open.length - 1] = { ...node, attributes };
    }
    (this.#open.at(-1) as XmlNode).children.push({
      name: 'm:t',
      attributes: {},
      children: [text],
    });
  }

  /** Ends a group; returns the whole formula at the end of the outermost one. */
  close(): Inline[] {
    if (this.#deeper > 0) {
      this.#deeper -= 1;
      return [];
    }
    const node = this.#open.pop();
    if (node === undefined) return [];
    const parent = this.#open.at(-1);
    if (parent === undefined) return readOmml({ ...node, name: 'm:oMath' });
    parent.children.push(node);
    return [];
  }
}
