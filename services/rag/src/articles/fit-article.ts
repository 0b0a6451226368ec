/** A chunk as part of an article. Offsets are code points in the document's text. */
export interface ArticleChunk {
  readonly id: string;
  readonly position: number;
  readonly text: string;
  readonly start_offset: number;
  readonly end_offset: number;
  readonly token_count: number;
  readonly page: number | null;
  readonly page_starts: readonly number[] | null;
  readonly section: readonly string[];
  /** A person's edit: the text is not what stands at the place. */
  readonly edit_id: string | null;
}

/** A chunk without its overlap with the previous one, and its place in the content. */
export interface FittedPart {
  readonly chunk: ArticleChunk;
  readonly start: number;
  /** Code point offset in the content. */
  readonly at: number;
  /** Code points in the content. */
  readonly length: number;
}

export interface FittedArticle {
  readonly content: string;
  readonly parts: readonly FittedPart[];
  /** Tokens of the content. */
  readonly tokens: number;
  /** Text was left out. */
  readonly truncated: boolean;
}

const gapMark = '\n\n[…]\n\n';

/**
 * Returns the whole article if it fits into the budget, else the found passages that fit, in
 * reading order. The best passage is always included.
 * @param chunks All chunks of an article that fits, at least the found ones of another.
 */
export function fitArticle(
  chunks: readonly ArticleChunk[],
  found: ReadonlySet<string>,
  { budgetTokens, articleTokens }: { budgetTokens: number; articleTokens: number },
): FittedArticle {
  if (articleTokens <= budgetTokens) {
    return { ...join(chunks), tokens: articleTokens, truncated: false };
  }
  const kept = new Set<string>();
  let left = budgetTokens;
  for (const id of found) {
    const chunk = chunks.find((candidate) => candidate.id === id);
    if (!chunk || (kept.size > 0 && chunk.token_count > left)) continue;
    kept.add(id);
    left -= chunk.token_count;
  }
  const passages = chunks.filter((chunk) => kept.has(chunk.id));
  return { ...join(passages), tokens: sumTokens(passages), truncated: true };
}

function sumTokens(chunks: readonly ArticleChunk[]): number {
  return chunks.reduce((sum, chunk) => sum + chunk.token_count, 0);
}

/** Joins chunks. Overlap is removed; a gap between chunks is marked. */
function join(kept: readonly ArticleChunk[]): Pick<FittedArticle, 'content' | 'parts'> {
  const parts: FittedPart[] = [];
  let content = '';
  let at = 0;
  let before: ArticleChunk | undefined;
  for (const chunk of kept) {
    const overlap = before ? Math.max(0, before.end_offset - chunk.start_offset) : 0;
    const repeated = before?.edit_id || chunk.edit_id ? 0 : overlap;
    const characters = Array.from(chunk.text).slice(repeated);
    if (characters.length === 0) continue;
    if (before && repeated === 0) {
      const mark = before.position + 1 === chunk.position ? '\n\n' : gapMark;
      content += mark;
      at += mark.length;
    }
    const start = chunk.start_offset + repeated;
    parts.push({ chunk, start, at, length: characters.length });
    content += characters.join('');
    at += characters.length;
    before = chunk;
  }
  return { content, parts };
}
