import { HeadingLevel, Paragraph, Table, TableCell, TableRow, TextRun, WidthType } from 'docx';
import type { List, PhrasingContent, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { toInlines, toXmlText } from './docx-inline.ts';

export interface DocxNotes {
  /** Number of footnotes in the document. */
  readonly count: number;
  /** Returns a new instance number for an ordered list. */
  readonly nextList: () => number;
}

/** Word's deepest level of a list. */
const maxLevel = 8;
const headings = [
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_4,
  HeadingLevel.HEADING_5,
  HeadingLevel.HEADING_6,
];

export function toDocxBlocks(markdown: string, notes: DocxNotes): (Paragraph | Table)[] {
  const tree = fromMarkdown(markdown, {
    extensions: [gfm()],
    mdastExtensions: [gfmFromMarkdown()],
  });
  return tree.children.flatMap((node) => toBlocks(node, notes, 0));
}

function toBlocks(node: RootContent, notes: DocxNotes, depth: number): (Paragraph | Table)[] {
  const inlines = (nodes: readonly PhrasingContent[]) => toInlines(nodes, notes.count);
  switch (node.type) {
    case 'paragraph':
      return [new Paragraph({ indent: { left: 360 * depth }, children: inlines(node.children) })];
    case 'heading': {
      const heading = headings[Math.min(node.depth, headings.length) - 1];
      return [new Paragraph({ ...(heading && { heading }), children: inlines(node.children) })];
    }
    case 'list':
      return toItems(node, notes, depth);
    case 'blockquote':
      return node.children.flatMap((child) => toBlocks(child, notes, depth + 1));
    case 'code':
      return node.value.split('\n').map(
        (line) =>
          new Paragraph({
            children: [new TextRun({ text: toXmlText(line), font: 'Courier New' })],
          }),
      );
    case 'table':
      return [
        new Table({
          width: { size: 100, type: WidthType.PERCENTAGE },
          rows: node.children.map(
            ({ children }) =>
              new TableRow({
                children: children.map(
                  (cell) =>
                    new TableCell({
                      children: [new Paragraph({ children: inlines(cell.children) })],
                    }),
                ),
              }),
          ),
        }),
      ];
    case 'thematicBreak':
      return [new Paragraph({ thematicBreak: true })];
    case 'html':
      return [new Paragraph({ children: [new TextRun(toXmlText(node.value))] })];
    default:
      return [];
  }
}

function toItems(list: List, notes: DocxNotes, depth: number): (Paragraph | Table)[] {
  const level = Math.min(depth, maxLevel);
  const instance = notes.nextList();
  return list.children.flatMap((item) =>
    item.children.flatMap((child, index) => {
      if (index > 0 || child.type !== 'paragraph') return toBlocks(child, notes, depth + 1);
      return [
        new Paragraph({
          ...(list.ordered
            ? { numbering: { reference: 'numbers', level, instance } }
            : { bullet: { level } }),
          children: toInlines(child.children, notes.count),
        }),
      ];
    }),
  );
}
