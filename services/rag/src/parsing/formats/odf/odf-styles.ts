import { childrenOf, descendants, find, type XmlNode } from '../../xml-tree.ts';
import type { ListLevel } from '../list-number.ts';

/** Properties of a style that change the text. */
export interface OdfStyle {
  readonly script: 'raised' | 'lowered' | undefined;
  readonly isHidden: boolean;
  readonly isStruck: boolean;
  readonly font: string;
}

const numberStyles: Readonly<Record<string, string>> = {
  '1': 'decimal',
  a: 'lowerLetter',
  A: 'upperLetter',
  i: 'lowerRoman',
  I: 'upperRoman',
  '': 'none',
};

/** The styles of an OpenDocument file, by name. */
export class OdfStyles {
  readonly #styles = new Map<string, XmlNode>();
  readonly #lists = new Map<string, (ListLevel | undefined)[]>();
  /** Levels of the numbers of headings. */
  outline: (ListLevel | undefined)[] = [];

  /** Adds a style, a list style or the outline style. */
  add(node: XmlNode): void {
    const name = node.attributes['style:name'] ?? '';
    if (node.name === 'style:style') this.#styles.set(name, node);
    else if (node.name === 'text:list-style') this.#lists.set(name, readLevels(node));
    else if (node.name === 'text:outline-style') this.outline = readLevels(node);
  }

  /** Adds all styles below a node. */
  addAll(root: XmlNode): void {
    for (const node of descendants(root, ...styleElements)) this.add(node);
  }

  find(name: string | undefined): OdfStyle {
    const text = this.#lineage(name).map((style) => find(style, 'style:text-properties'));
    const first = (attribute: string) =>
      text.map((node) => node?.attributes[attribute]).find((value) => value !== undefined);
    return {
      script: readPosition(first('style:text-position')),
      isHidden: first('text:display') === 'none',
      isStruck: /^(?!none$)./.test(
        first('style:text-line-through-style') ?? first('style:text-line-through-type') ?? '',
      ),
      font: first('style:font-name') ?? first('fo:font-family') ?? '',
    };
  }

  /** Returns true if pages, rows, columns or sheets of this style are not shown. */
  isHiddenPart(name: string | undefined): boolean {
    return this.#lineage(name).some((style) =>
      childrenOf(style).some(
        ({ attributes }) =>
          attributes['table:display'] === 'false' ||
          attributes['presentation:visibility'] === 'hidden',
      ),
    );
  }

  levelsOf(list: string | undefined): (ListLevel | undefined)[] {
    return this.#lists.get(list ?? '') ?? [];
  }

  #lineage(name: string | undefined): XmlNode[] {
    const line: XmlNode[] = [];
    for (let at = this.#styles.get(name ?? ''); at !== undefined && line.length < 20; ) {
      line.push(at);
      at = this.#styles.get(at.attributes['style:parent-style-name'] ?? '');
    }
    return line;
  }
}

export const styleElements = ['style:style', 'text:list-style', 'text:outline-style'];

/** `super 58%` and `33% 58%` are raised. */
function readPosition(position: string | undefined): OdfStyle['script'] {
  const [where = ''] = (position ?? '').trim().split(/\s+/);
  if (where === 'super' || Number.parseFloat(where) > 0) return 'raised';
  return where === 'sub' || Number.parseFloat(where) < 0 ? 'lowered' : undefined;
}

function readLevels(node: XmlNode): (ListLevel | undefined)[] {
  const levels: (ListLevel | undefined)[] = [];
  for (const { name, attributes } of childrenOf(node)) {
    const depth = Number(attributes['text:level']);
    if (!(depth >= 1 && depth <= 10)) continue;
    const format = attributes['style:num-format'] ?? '';
    const shown = Math.min(Number(attributes['text:display-levels']) || 1, depth);
    const places = Array.from({ length: shown }, (_, at) => `%${depth - shown + 1 + at}`);
    const { 'style:num-prefix': prefix = '', 'style:num-suffix': suffix = '' } = attributes;
    levels[depth - 1] = {
      style: /bullet|image$/.test(name) ? 'bullet' : (numberStyles[format] ?? 'decimal'),
      text: format === '' ? '' : `${prefix}${places.join('.')}${suffix}`,
      start: Number(attributes['text:start-value'] ?? 1),
    };
  }
  return levels;
}
