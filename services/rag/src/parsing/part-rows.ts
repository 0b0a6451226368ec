import { estimateTokens } from '@lectern/retrieval/text';

/** Maximum tokens of a part with its header, so that it fits into a chunk of the default size. */
const maxTokens = 360;
/** Maximum share of the header in a part; a longer header is written once. */
const maxHeaderLength = 0.3;

/** Splits rows into parts of similar size that all start with the header. */
export function partRows<Row extends { readonly text: string }>(
  rows: readonly Row[],
  header: Row | undefined,
): Row[][] {
  if (header === undefined) return [[...rows]];
  const headerTokens = estimateTokens(header.text);
  const room = maxTokens - headerTokens;
  const sizes = rows.map((row) => estimateTokens(row.text) + 1);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total <= room || headerTokens > maxTokens * maxHeaderLength) return [[header, ...rows]];
  const target = total / Math.ceil(total / room);
  const parts: Row[][] = [];
  let part: Row[] = [];
  let tokens = 0;
  for (const [at, row] of rows.entries()) {
    const size = sizes[at] as number;
    if (part.length > 0 && (tokens + size > room || tokens + size / 2 > target)) {
      parts.push([header, ...part]);
      part = [];
      tokens = 0;
    }
    part.push(row);
    tokens += size;
  }
  parts.push([header, ...part]);
  return parts;
}
