/** A chunk as part of an article. Offsets are code points in the document's text. */
export interface ArticleChunk {
  readonly id: string;
  readonly text: string;
  readonly start_offset: number;
  readonly end_offset: number;
  readonly token_count: number;
}

export interface FittedArticle {
  readonly content: string;
  /** Tokens of what was kept. */
  readonly tokens: number;
  /** Whether anything was left out. */
  readonly truncated: boolean;
}

const gapMark = '\n\n[…]\n\n';

/**
 * The whole article if it fits into the budget, else the passages that were found, best first, in
 * reading order. The first of them is always kept.
 */
export function fitArticle(
  chunks: readonly ArticleChunk[],
  found: ReadonlySet<string>,
  budgetTokens: number,
): FittedArticle {
  const whole = sumTokens(chunks);
  if (whole <= budgetTokens) return { content: join(chunks), tokens: whole, truncated: false };
  const kept = new Set<string>();
  let left = budgetTokens;
  for (const id of found) {
    const chunk = chunks.find((candidate) => candidate.id === id);
    if (!chunk || (kept.size > 0 && chunk.token_count > left)) continue;
    kept.add(id);
    left -= chunk.token_count;
  }
  const passages = chunks.filter((chunk) => kept.has(chunk.id));
  return { content: join(passages), tokens: sumTokens(passages), truncated: true };
}

function sumTokens(chunks: readonly ArticleChunk[]): number {
  return chunks.reduce((sum, chunk) => sum + chunk.token_count, 0);
}

/** Neighbours are joined as they stood; repeated overlap is left out; a gap is marked. */
function join(chunks: readonly ArticleChunk[]): string {
  let content = '';
  let end: number | undefined;
  for (const chunk of chunks) {
    const repeated = end === undefined ? 0 : Math.max(0, end - chunk.start_offset);
    const text = repeated > 0 ? Array.from(chunk.text).slice(repeated).join('') : chunk.text;
    if (end !== undefined && repeated === 0)
      content += chunk.start_offset - end > 4 ? gapMark : '\n\n';
    content += text;
    end = chunk.end_offset;
  }
  return content;
}
