import type { DocumentOutline, DocumentText } from '@lectern/contracts';
import { CodePoints } from './code-points.ts';

/** A block of parsed text. Offsets are code points of the whole text. */
export interface Block {
  /** `lines` keeps line breaks, `code` keeps all white space, `text` is reflowed. */
  readonly kind: 'heading' | 'table' | 'code' | 'lines' | 'text';
  /** Level of a heading, from 1. */
  readonly level: number;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** The page that begins with this block. */
  readonly page: number | undefined;
}

/**
 * Splits parsed text at blank lines. Headings come from the outline, tables are recognised by their
 * bars, lists by their bullets.
 */
export function splitBlocks(
  pages: DocumentText['pages'],
  outline: DocumentOutline['outline'],
): readonly Block[] {
  const levels = new Map(outline.map(({ start, level }) => [start, level]));
  return pages.flatMap(({ page, text, start }) => {
    const pieces = cutAtBlankLines(text, levels, start);
    return pieces.map(({ text: piece, offset }, index): Block => {
      const level = levels.get(start + offset);
      return {
        kind: level !== undefined ? 'heading' : kindOf(piece),
        level: level ?? 0,
        text: piece,
        start: start + offset,
        end: start + offset + new CodePoints(piece).length,
        page: index === 0 && page !== null ? page : undefined,
      };
    });
  });
}

/** A heading line is a block of its own. */
function cutAtBlankLines(text: string, levels: ReadonlyMap<number, number>, start: number) {
  const blocks: { text: string; offset: number }[] = [];
  let lines: string[] = [];
  let blockOffset = 0;
  let offset = 0;
  let isFenced = false;
  const flush = () => {
    if (lines.length > 0) blocks.push({ text: lines.join('\n'), offset: blockOffset });
    lines = [];
  };
  for (const line of text.split('\n')) {
    const isHeading = levels.has(start + offset);
    const isFence = fence.test(line);
    const isBlank = line.trim() === '' && !isFenced;
    if (isBlank || isHeading || (isFence && !isFenced)) flush();
    if (!isBlank) {
      if (lines.length === 0) blockOffset = offset;
      lines.push(line);
      if (isHeading || (isFence && isFenced)) flush();
    }
    if (isFence) isFenced = !isFenced;
    offset += new CodePoints(line).length + 1;
  }
  flush();
  return blocks;
}

const fence = /^\s*(```|~~~)/;
const listItem = /^\s*([-*+•·‣]|\d{1,3}[.)])\s/;
const shortLine = 45;

function kindOf(text: string): Block['kind'] {
  const lines = text.split('\n');
  if (fence.test(lines[0] ?? '')) return 'code';
  if (lines.length === 1) return listItem.test(text) ? 'lines' : 'text';
  if (lines.every((line) => / \| |\t/.test(line) || line.startsWith('|'))) return 'table';
  if (lines.some((line) => listItem.test(line))) return 'lines';
  const average = text.length / lines.length;
  return average < shortLine ? 'lines' : 'text';
}
