import type { DraftBlock } from '../../assemble-document.ts';
import { partRows } from '../../part-rows.ts';

/**
 * Splits long Markdown tables into several, each with the header and its rule, so that a part can
 * be understood alone. All other text stays as it is.
 */
export function repeatTableHeaders(
  source: string,
  blocks: readonly DraftBlock[],
): { text: string; blocks: DraftBlock[] } {
  const parts: string[] = [];
  const placed: DraftBlock[] = [];
  /** End of the copied source, and the number of units that the text has grown by. */
  let read = 0;
  let added = 0;
  for (const block of blocks) {
    const tables = block.kind === 'table' ? partTable(source.slice(block.start, block.end)) : [];
    if (tables.length < 2) {
      placed.push({ ...block, start: block.start + added, end: block.end + added });
      continue;
    }
    let start = block.start + added;
    for (const table of tables) {
      placed.push({ ...block, start, end: start + table.length });
      start += table.length + tableGap.length;
    }
    const text = tables.join(tableGap);
    parts.push(source.slice(read, block.start), text);
    read = block.end;
    added += text.length - (block.end - block.start);
  }
  return { text: [...parts, source.slice(read)].join(''), blocks: placed };
}

const tableGap = '\n\n';

function partTable(table: string): string[] {
  const [header, rule, ...rows] = table.split('\n');
  return partRows(rows, `${header}\n${rule}`).map((part) => part.join('\n'));
}
