import type { DocumentOutline, DocumentText } from '@lectern/contracts';
import { CodePoints, countCodePoints } from './code-points.ts';

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
  readonly table?: Table | undefined;
}

type Table = NonNullable<DocumentText['tables']>[number];

/** The parsed text of a document, or a part of it, with its structure. */
export interface StructuredText {
  readonly pages: DocumentText['pages'];
  readonly outline: DocumentOutline['outline'];
  /** In reading order. */
  readonly tables: readonly Table[];
}

/**
 * Splits parsed text at blank lines. Headings come from the outline, tables from the parser; lists
 * are recognised by their bullets.
 */
export function splitBlocks({ pages, outline, tables }: StructuredText): readonly Block[] {
  const levels = new Map(outline.map(({ start, level }) => [start, level]));
  const joined = joinHeaders(tables);
  return pages.flatMap(({ page, text, start }) => {
    const pieces = cutAtBlankLines({ text, start, levels, tables: joined });
    return pieces.map(({ text: piece, offset, table }, index): Block => {
      const level = levels.get(start + offset);
      return {
        kind: level !== undefined ? 'heading' : table ? 'table' : kindOf(piece),
        table,
        level: level ?? 0,
        text: piece,
        start: start + offset,
        end: start + offset + new CodePoints(piece).length,
        page: index === 0 && page !== null ? page : undefined,
      };
    });
  });
}

interface TextToCut {
  readonly text: string;
  readonly start: number;
  readonly levels: ReadonlyMap<number, number>;
  readonly tables: readonly Table[];
}

interface CutBlock {
  readonly text: string;
  readonly offset: number;
  readonly table: Table | undefined;
}

/** A heading line is a block of its own, and so is a table with its blank lines. */
function cutAtBlankLines({ text, start, levels, tables }: TextToCut): readonly CutBlock[] {
  const blocks: CutBlock[] = [];
  let lines: string[] = [];
  let blockOffset = 0;
  let table: Table | undefined;
  let next = 0;
  let offset = 0;
  let isFenced = false;
  const flush = () => {
    if (lines.length > 0) blocks.push({ text: lines.join('\n'), offset: blockOffset, table });
    lines = [];
  };
  for (const line of text.split('\n')) {
    const end = offset + countCodePoints(line);
    while ((tables[next]?.end ?? Number.POSITIVE_INFINITY) <= start + offset) next += 1;
    const found = tables[next];
    const own = found && found.start < start + end ? found : undefined;
    const isHeading = !own && levels.has(start + offset);
    const isFence = !own && fence.test(line);
    const isBlank = !own && line.trim() === '' && !isFenced;
    if (isBlank || isHeading || own !== table || (isFence && !isFenced)) flush();
    table = own;
    if (!isBlank) {
      if (lines.length === 0) blockOffset = offset;
      lines.push(line);
      if (isHeading || (isFence && isFenced)) flush();
    }
    if (isFence) isFenced = !isFenced;
    offset = end + 1;
  }
  flush();
  return blocks;
}

/** Joins a table that is only a header with the rows below it, which the parser keeps apart. */
function joinHeaders(tables: readonly Table[]): readonly Table[] {
  const joined: Table[] = [];
  for (const table of tables) {
    const above = joined.at(-1);
    const isBelowHeader =
      above?.rows.every((row) => row.is_header) &&
      !table.rows.some((row) => row.is_header) &&
      above.columns.join('\n') === table.columns.join('\n');
    if (!above || !isBelowHeader) joined.push(table);
    else
      joined[joined.length - 1] = {
        ...table,
        start: above.start,
        rows: [...above.rows, ...table.rows],
      };
  }
  return joined;
}

const fence = /^\s*(```|~~~)/;
const listItem = /^\s*([-*+•·‣]|\d{1,3}[.)])\s/;
const shortLine = 45;

function kindOf(text: string): Block['kind'] {
  const lines = text.split('\n');
  if (fence.test(lines[0] ?? '')) return 'code';
  if (lines.length === 1) return listItem.test(text) ? 'lines' : 'text';
  if (lines.some((line) => listItem.test(line))) return 'lines';
  const average = text.length / lines.length;
  return average < shortLine ? 'lines' : 'text';
}
