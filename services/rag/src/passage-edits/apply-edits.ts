import { estimateTokens } from '@lectern/retrieval/text';
import type { Chunk } from '../chunking/chunk.ts';
import type { Database } from '../database/tables.ts';

/**
 * Applies people's edits to the chunks of a new revision: each to the nearest chunk with the text
 * that was edited. An edit without such a chunk stays and is listed as lost.
 */
export async function applyEdits(
  database: Database,
  documentId: string,
  chunks: readonly Chunk[],
): Promise<readonly Chunk[]> {
  const edits = await database
    .selectFrom('rag.passage_edits')
    .select(['id', 'original_text', 'start_offset', 'text'])
    .where('document_id', '=', documentId)
    .where('ended_at', 'is', null)
    .orderBy('start_offset')
    .execute();
  if (edits.length === 0) return chunks;
  const byText = Map.groupBy(chunks, ({ text }) => text);
  const edited = new Map<Chunk, Chunk>();
  for (const { id, original_text, start_offset, text } of edits) {
    const [nearest] = (byText.get(original_text) ?? [])
      .filter((chunk) => !edited.has(chunk))
      .toSorted((a, b) => Math.abs(a.start - start_offset) - Math.abs(b.start - start_offset));
    if (nearest) {
      edited.set(nearest, {
        ...nearest,
        text: text ?? nearest.text,
        tokenCount: estimateTokens(text ?? nearest.text),
        edit: { id, isHidden: text === null },
      });
    }
  }
  return chunks.map((chunk) => edited.get(chunk) ?? chunk);
}
