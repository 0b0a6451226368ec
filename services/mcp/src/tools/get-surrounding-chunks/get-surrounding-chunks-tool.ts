import { AppError, type DocumentChunks, idSchema } from '@lectern/contracts';
import { z } from 'zod';
import type { Knowledge, KnowledgeCall } from '../../knowledge/knowledge.ts';
import { createReadingTool, type ReadingOptions } from '../reading-tool.ts';
import type { Tool } from '../tool.ts';

const description = {
  en: `Gives the passages before and after one that search_documents found, in reading order.

Use it when a passage starts or ends in the middle of a thought, or refers to what stands just before it.`,
  ru: `Даёт отрывки до и после найденного, по порядку текста. Нужен, когда отрывок обрывается на полуслове или ссылается на соседний текст.`,
};

const distanceSchema = z.number().int().min(0).max(20).default(2);
const inputSchema = z.strictObject({
  document_id: idSchema.describe('document_id of the search result.'),
  chunk_id: idSchema.describe('chunk_id of the search result.'),
  before: distanceSchema.describe('Passages before it.'),
  after: distanceSchema.describe('Passages after it.'),
});

const outputSchema = z.object({
  document_id: z.string(),
  chunks: z.array(
    z.object({
      chunk_id: z.string(),
      position: z.number().int(),
      content: z.string(),
      page: z.number().int().nullable(),
      section: z.string().nullable(),
      start: z.number().int(),
      end: z.number().int(),
    }),
  ),
});

type Chunk = DocumentChunks['chunks'][number];

/** Creates `get_surrounding_chunks`, which returns the chunks around a passage. */
export function createGetSurroundingChunksTool({ knowledge, ...options }: ReadingOptions): Tool {
  return createReadingTool({
    ...options,
    name: 'get_surrounding_chunks',
    title: 'Read around a passage',
    description,
    inputSchema,
    outputSchema,
    async read({ document_id, chunk_id, before, after }, call) {
      const chunks = await readUpTo(knowledge, { document_id, chunk_id, after }, call);
      const index = chunks.findIndex(({ id }) => id === chunk_id);
      if (index < 0) throw new AppError('not_found', 'The document has no such passage any more.');
      return {
        document_id,
        chunks: chunks.slice(Math.max(0, index - before), index + after + 1).map(toResult),
      };
    },
  });
}

/** Returns a document's chunks from the first one to `after` chunks after the named one. */
async function readUpTo(
  knowledge: Knowledge,
  place: { readonly document_id: string; readonly chunk_id: string; readonly after: number },
  call: KnowledgeCall,
): Promise<readonly Chunk[]> {
  const chunks: Chunk[] = [];
  let cursor: string | undefined;
  do {
    const page = await knowledge.getDocumentChunks(place.document_id, cursor, call);
    chunks.push(...page.chunks);
    const index = chunks.findIndex(({ id }) => id === place.chunk_id);
    if (index >= 0 && chunks.length > index + place.after) break;
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  return chunks;
}

function toResult({ id, text, ...place }: Chunk) {
  const { position, page, section, start, end } = place;
  return { chunk_id: id, position, content: text, page, section, start, end };
}
