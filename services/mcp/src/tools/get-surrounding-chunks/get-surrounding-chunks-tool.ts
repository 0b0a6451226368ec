import { type DocumentChunks, idSchema } from '@lectern/contracts';
import { z } from 'zod';
import { inLanguages } from '../in-languages.ts';
import { createReadingTool, type ReadingOptions } from '../reading-tool.ts';
import type { Tool } from '../tool.ts';

const description = {
  en: `Gives the passages before and after one that search_documents found, in reading order.

Use it when a passage starts or ends in the middle of a thought, or refers to what stands just before it.`,
  ru: `Даёт отрывки до и после найденного, по порядку текста. Нужен, когда отрывок обрывается на полуслове или ссылается на соседний текст.`,
};

const distanceSchema = z.number().int().min(0).max(20).default(2);
const inputSchema = z.strictObject({
  document_id: idSchema.meta(
    inLanguages({
      en: 'document_id of the search result.',
      ru: 'document_id из результата поиска.',
    }),
  ),
  chunk_id: idSchema.meta(
    inLanguages({ en: 'chunk_id of the search result.', ru: 'chunk_id из результата поиска.' }),
  ),
  before: distanceSchema.meta(
    inLanguages({ en: 'Passages before it.', ru: 'Отрывков перед ним.' }),
  ),
  after: distanceSchema.meta(inLanguages({ en: 'Passages after it.', ru: 'Отрывков после него.' })),
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
    async read({ document_id, chunk_id: around, ...neighbours }, call) {
      const { chunks } = await knowledge.getNeighbours(
        document_id,
        { around, ...neighbours },
        call,
      );
      return { document_id, chunks: chunks.map(toResult) };
    },
  });
}

function toResult({ id, text, ...place }: Chunk) {
  const { position, page, section, start, end } = place;
  return { chunk_id: id, position, content: text, page, section, start, end };
}
