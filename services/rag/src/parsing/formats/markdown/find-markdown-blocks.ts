import type { Nodes, Parent, RootContent, Table } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import type { DraftBlock } from '../../assemble-document.ts';
import type { TableRows } from '../../parsed-document.ts';

/** Lists that are nested deeper become one item. */
const maxDepth = 20;

/**
 * Finds the blocks of a Markdown source, whose text stays as it is. Markup without text, such as
 * badges and rules, belongs to no block.
 *
 * @param offset added to every offset, for a source that is part of a larger text.
 */
export function findMarkdownBlocks(source: string, offset = 0): DraftBlock[] {
  const tree = fromMarkdown(source, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const blocks: DraftBlock[] = [];
  for (const node of tree.children) addNode(blocks, node, offset);
  return blocks;
}

function addNode(blocks: DraftBlock[], node: RootContent, offset: number): void {
  const span = spanOf(node, offset);
  switch (node.type) {
    case 'heading':
      blocks.push({ kind: 'heading', level: node.depth, ...span, title: plainText(node) });
      break;
    case 'code':
      blocks.push({ kind: 'code', ...span });
      break;
    case 'blockquote':
      blocks.push({ kind: 'quote', ...span });
      break;
    case 'table':
      blocks.push({ kind: 'table', ...span, table: readTable(node, offset) });
      break;
    case 'list':
      addItems(blocks, node, { offset, depth: 1 });
      break;
    case 'thematicBreak':
      break;
    case 'html':
      if (/\S/.test(node.value.replace(/<!--[\s\S]*?-->|<[^<>]*>/g, ''))) {
        blocks.push({ kind: 'paragraph', ...span });
      }
      break;
    default:
      if (/\S/.test(plainText(node)) || node.type === 'definition') {
        blocks.push({ kind: 'paragraph', ...span });
      }
  }
}

/** An item ends at its first nested list; the text after the nested list is an item of its own. */
function addItems(
  blocks: DraftBlock[],
  list: Parent,
  { offset, depth }: { readonly offset: number; readonly depth: number },
): void {
  for (const item of list.children) {
    let { start } = spanOf(item, offset);
    const { end } = spanOf(item, offset);
    for (const child of (item as Parent).children) {
      if (child.type !== 'list' || depth >= maxDepth) continue;
      const nested = spanOf(child, offset);
      blocks.push({ kind: 'list_item', level: depth, start, end: nested.start });
      addItems(blocks, child, { offset, depth: depth + 1 });
      start = nested.end;
    }
    blocks.push({ kind: 'list_item', level: depth, start, end });
  }
}

function readTable({ children }: Table, offset: number): TableRows {
  const [header] = children;
  return {
    columns: header?.children.map((cell) => plainText(cell).trim()) ?? [],
    hasHeader: true,
    rows: children.map((row) =>
      row.children.flatMap((cell) => {
        const [first = cell] = cell.children;
        const { start } = spanOf(first, offset);
        const last = cell.children.at(-1);
        return [start, last ? spanOf(last, offset).end : start];
      }),
    ),
  };
}

function spanOf(node: Nodes, offset: number): { start: number; end: number } {
  const start = node.position?.start.offset ?? 0;
  return { start: start + offset, end: (node.position?.end.offset ?? start) + offset };
}

/** Returns the text without markup; pictures have none. */
function plainText(node: Nodes): string {
  const parts: string[] = [];
  const open: Nodes[] = [node];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.type === 'text' || next.type === 'inlineCode') parts.push(next.value);
    else if (next.type === 'break') parts.push(' ');
    else if ('children' in next) open.push(...next.children.toReversed());
  }
  return parts.join('');
}
