import { childrenOf, descendants, find, readXmlTree, type XmlNode } from '../../xml-tree.ts';

export interface ParagraphStyle {
  /** 1 to 9 where the style is a heading. */
  readonly headingLevel: number | undefined;
  readonly isTitle: boolean;
  readonly isQuote: boolean;
  readonly isCode: boolean;
  /** List of the paragraphs with this style; the level may be known to the list alone. */
  readonly listId: string | undefined;
  readonly listDepth: number | undefined;
}

/** Properties of a run that change its text. */
export interface RunStyle {
  readonly script?: 'raised' | 'lowered' | undefined;
  readonly isHidden?: boolean | undefined;
  readonly isStruck?: boolean | undefined;
  readonly font?: string | undefined;
}

/** Reads the paragraph and character styles of a Word file by id, with inherited properties. */
export function readStyles(part: Uint8Array | undefined): {
  paragraphs: Map<string, ParagraphStyle>;
  runs: Map<string, RunStyle>;
} {
  const paragraphs = new Map<string, ParagraphStyle>();
  const runs = new Map<string, RunStyle>();
  const nodes = new Map<string, XmlNode>();
  const [list] = part === undefined ? [] : descendants(readXmlTree(part), 'w:styles');
  for (const node of childrenOf(list, 'w:style')) {
    nodes.set(node.attributes['w:styleId'] ?? '', node);
  }
  for (const [id, node] of nodes) {
    const line = lineage(nodes, node);
    if (node.attributes['w:type'] === 'paragraph') paragraphs.set(id, readParagraphStyle(line));
    else if (node.attributes['w:type'] === 'character') runs.set(id, readRunStyle(line));
  }
  return { paragraphs, runs };
}

/** Returns the `w:val` of the element at the end of a path. */
export function readValue(
  node: XmlNode | undefined,
  ...path: readonly string[]
): string | undefined {
  return find(node, ...path)?.attributes['w:val'];
}

function firstOf<Value>(
  line: readonly XmlNode[],
  read: (node: XmlNode) => Value | undefined,
): Value | undefined {
  for (const node of line) {
    const value = read(node);
    if (value !== undefined) return value;
  }
  return undefined;
}

function readParagraphStyle(line: readonly XmlNode[]): ParagraphStyle {
  const name = readValue(line[0], 'w:name') ?? '';
  const outline = firstOf(line, (node) => readValue(node, 'w:pPr', 'w:outlineLvl'));
  const level = outline === undefined ? undefined : Number(outline) + 1;
  const depth = firstOf(line, (node) => readValue(node, 'w:pPr', 'w:numPr', 'w:ilvl'));
  return {
    headingLevel:
      firstOf(line, (node) => headingByName(readValue(node, 'w:name') ?? '')) ??
      (level !== undefined && level < 10 ? level : undefined),
    isTitle: /^title$/i.test(name),
    isQuote: /quote|quotation/i.test(name),
    isCode: /\bcode\b|preformatted|source text/i.test(name),
    listId: firstOf(line, (node) => readValue(node, 'w:pPr', 'w:numPr', 'w:numId')),
    listDepth: depth === undefined ? undefined : Number(depth) || 0,
  };
}

function readRunStyle(line: readonly XmlNode[]): RunStyle {
  return {
    script: scriptOf(firstOf(line, (node) => readValue(node, 'w:rPr', 'w:vertAlign'))),
    isHidden: firstOf(line, (node) => readSwitch(node, 'w:vanish')),
    isStruck: firstOf(
      line,
      (node) => readSwitch(node, 'w:strike') ?? readSwitch(node, 'w:dstrike'),
    ),
    font: firstOf(line, (node) => find(node, 'w:rPr', 'w:rFonts')?.attributes['w:ascii']),
  };
}

function readSwitch(style: XmlNode, name: string): boolean | undefined {
  const node = find(style, 'w:rPr', name);
  return node && isOn(node.attributes['w:val']);
}

export function scriptOf(value: string | undefined): RunStyle['script'] {
  if (value === 'superscript') return 'raised';
  return value === 'subscript' ? 'lowered' : undefined;
}

/** Returns the value of a switch, which is on without a value. */
export function isOn(value: string | undefined): boolean {
  return !/^(?:0|false|off|none)$/.test(value ?? '');
}

function headingByName(name: string): number | undefined {
  const level = /^heading\s*([1-9])$/i.exec(name)?.[1];
  return level === undefined ? undefined : Number(level);
}

function lineage(nodes: ReadonlyMap<string, XmlNode>, first: XmlNode): XmlNode[] {
  const line = [first];
  for (let at = first; line.length < 20; line.push(at)) {
    const next = nodes.get(readValue(at, 'w:basedOn') ?? '');
    if (next === undefined) break;
    at = next;
  }
  return line;
}
