import type { DraftBlock } from '../../assemble-document.ts';
import type { TableRows } from '../../parsed-document.ts';
import { partRows } from '../../part-rows.ts';
import { placeLines, type TableLine } from '../../table-line.ts';

/**
 * Splits long Markdown tables into several, each with the header and its rule, so that a part can
 * be understood alone. All other text stays as it is.
 */
export function repeatTableHeaders(
  source: string,
  blocks: readonly DraftBlock[],
): { text: string; blocks: DraftBlock[] } {
  const pieces: string[] = [];
  const placed: DraftBlock[] = [];
  /** End of the copied source, and the number of units that the text has grown by. */
  let read = 0;
  let added = 0;
  for (const block of blocks) {
    const parts = block.table ? partTable(source, block, block.table) : [];
    if (parts.length < 2) {
      placed.push(moveBlock(block, added));
      continue;
    }
    let start = block.start + added;
    const texts: string[] = [];
    for (const lines of parts) {
      const text = lines.map((line) => line.text).join('\n');
      const table = block.table && { ...block.table, rows: placeLines(lines, start) };
      placed.push({ ...block, start, end: start + text.length, ...(table && { table }) });
      start += text.length + tableGap.length;
      texts.push(text);
    }
    const text = texts.join(tableGap);
    pieces.push(source.slice(read, block.start), text);
    read = block.end;
    added += text.length - (block.end - block.start);
  }
  return { text: [...pieces, source.slice(read)].join(''), blocks: placed };
}

const tableGap = '\n\n';

function partTable(source: string, { start, end }: DraftBlock, { rows }: TableRows): TableLine[][] {
  let at = start;
  const lines = source
    .slice(start, end)
    .split('\n')
    .map((text, index): TableLine => {
      // The second line is the rule under the header.
      const row = index === 1 ? [] : (rows[index === 0 ? 0 : index - 1] ?? []);
      const line = { text, cells: row.map((offset) => offset - at) };
      at += text.length + 1;
      return line;
    });
  const [header, rule, ...body] = lines;
  if (!header || !rule) return [];
  return partRows(body, { text: `${header.text}\n${rule.text}`, cells: header.cells });
}

function moveBlock(block: DraftBlock, by: number): DraftBlock {
  const { table } = block;
  return {
    ...block,
    start: block.start + by,
    end: block.end + by,
    ...(table && {
      table: { ...table, rows: table.rows.map((row) => row.map((offset) => offset + by)) },
    }),
  };
}
