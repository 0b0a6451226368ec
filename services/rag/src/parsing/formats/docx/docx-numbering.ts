import { childrenOf, find, readXmlTree, type XmlNode } from '../../xml-tree.ts';
import { ListCounter, type ListLevel } from '../list-number.ts';
import { readValue } from './docx-styles.ts';

interface Level extends ListLevel {
  /** Paragraph style whose paragraphs are items of this level. */
  readonly styleId: string | undefined;
}

/** A list of the file. Lists with the same definition count on. */
interface List {
  readonly definition: string;
  readonly levels: readonly (Level | undefined)[];
  /** First numbers by level, for the first item of this list. */
  readonly restarts: Map<number, number>;
}

const deepest = 8;

/** Numbers the items of a Word file's lists as Word shows them. */
export class DocxNumbering {
  readonly #lists: ReadonlyMap<string, List>;
  readonly #counters = new Map<string, ListCounter>();

  /** @param part `word/numbering.xml`, if the file has it. */
  constructor(part: Uint8Array | undefined) {
    this.#lists = part === undefined ? new Map<string, List>() : readLists(part);
  }

  /** Returns the level, from 0, that a list has for a paragraph style; 0 without one. */
  depthOf(listId: string, styleId: string): number {
    const levels = this.#lists.get(listId)?.levels ?? [];
    return Math.max(
      levels.findIndex((level) => level?.styleId === styleId && styleId !== ''),
      0,
    );
  }

  /** Counts an item and returns its marker: `2.`, `(b)`, `-` for a bullet, `''` for none. */
  next(listId: string, depth: number): string {
    const list = this.#lists.get(listId);
    if (list === undefined) return '-';
    const counter = this.#counters.get(list.definition) ?? new ListCounter();
    this.#counters.set(list.definition, counter);
    const restart = list.restarts.get(depth);
    list.restarts.delete(depth);
    return counter.next(list.levels, Math.min(depth, deepest), restart);
  }
}

function readLists(part: Uint8Array): Map<string, List> {
  const root = find(readXmlTree(part), 'w:numbering');
  const definitions = new Map<string, XmlNode>();
  const styled = new Map<string, XmlNode>();
  for (const node of childrenOf(root, 'w:abstractNum')) {
    definitions.set(node.attributes['w:abstractNumId'] ?? '', node);
    const style = readValue(node, 'w:styleLink');
    if (style !== undefined) styled.set(style, node);
  }
  const lists = new Map<string, List>();
  for (const node of childrenOf(root, 'w:num')) {
    const definition = readValue(node, 'w:abstractNumId') ?? '';
    const own = definitions.get(definition);
    const source = styled.get(readValue(own, 'w:numStyleLink') ?? '') ?? own;
    const levels = readLevels(source);
    const restarts = new Map<number, number>();
    for (const override of childrenOf(node, 'w:lvlOverride')) {
      const at = depthOf(override);
      const start = readValue(override, 'w:startOverride');
      if (start !== undefined) restarts.set(at, Number(start) || 0);
      const [level] = readLevels(override).filter((found) => found !== undefined);
      if (level !== undefined) levels[at] = level;
    }
    lists.set(node.attributes['w:numId'] ?? '', { definition, levels, restarts });
  }
  return lists;
}

function readLevels(node: XmlNode | undefined): (Level | undefined)[] {
  const levels: (Level | undefined)[] = [];
  for (const level of childrenOf(node, 'w:lvl')) {
    const restart = readValue(level, 'w:lvlRestart');
    const legal = find(level, 'w:isLgl');
    levels[depthOf(level)] = {
      style: styleOf(level),
      text: readValue(level, 'w:lvlText') ?? '',
      start: Number(readValue(level, 'w:start') ?? 1) || 0,
      restartAfter: restart === undefined ? undefined : Number(restart),
      isLegal: legal !== undefined && legal.attributes['w:val'] !== '0',
      styleId: readValue(level, 'w:pStyle'),
    };
  }
  return levels;
}

/** Newer formats stand beside a fallback for readers that do not know them. */
function styleOf(level: XmlNode): string {
  const newer = find(level, 'mc:AlternateContent', 'mc:Choice', 'w:numFmt')?.attributes;
  const padded = /^0+1(?=,)/.exec(newer?.['w:format'] ?? '')?.[0];
  if (padded !== undefined) return padded;
  const choice = find(level, 'mc:AlternateContent', 'mc:Fallback') ?? level;
  return readValue(choice, 'w:numFmt') ?? readValue(level, 'w:numFmt') ?? 'decimal';
}

function depthOf(node: XmlNode): number {
  return Math.min(Math.max(Number(node.attributes['w:ilvl']) || 0, 0), deepest);
}
