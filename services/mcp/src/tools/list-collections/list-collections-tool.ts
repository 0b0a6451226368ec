import { type Collection, collectionListQuerySchema, collectionSchema } from '@lectern/contracts';
import { z } from 'zod';
import { inLanguages } from '../in-languages.ts';
import { createReadingTool, type ReadingOptions } from '../reading-tool.ts';
import type { Tool } from '../tool.ts';

const description = {
  en: `Lists the collections of documents that may be searched: id, name, what it holds, how many documents, and the collection above it.

Use it to learn what knowledge there is, or to get ids for the collection_filter of search_documents. When next_cursor is not null, call again with it for more.`,
  ru: `Перечисляет коллекции документов (id, название, описание, число документов, родительская коллекция). Нужен, чтобы узнать, какие знания есть, и чтобы взять id для collection_filter в search_documents.`,
};

const inputSchema = z.strictObject({
  parent_id: collectionListQuerySchema.shape.parent_id.meta(
    inLanguages({
      en: 'Lists only the collections directly below this one.',
      ru: 'Только коллекции непосредственно внутри этой.',
    }),
  ),
  limit: z
    .number()
    .int()
    .min(1)
    .max(500)
    .default(100)
    .meta(inLanguages({ en: 'Maximum entries.', ru: 'Максимум записей.' })),
  cursor: collectionListQuerySchema.shape.cursor.meta(
    inLanguages({ en: 'next_cursor of the previous call.', ru: 'next_cursor предыдущего вызова.' }),
  ),
});

const listedCollectionSchema = collectionSchema.pick({
  id: true,
  parent_id: true,
  name: true,
  description: true,
  document_count: true,
});
const outputSchema = z.object({
  collections: z.array(listedCollectionSchema),
  next_cursor: z.string().nullable(),
});

/** Creates `list_collections`, which lists the searchable collections. */
export function createListCollectionsTool({ knowledge, ...options }: ReadingOptions): Tool {
  return createReadingTool({
    ...options,
    name: 'list_collections',
    title: 'List collections',
    description,
    inputSchema,
    outputSchema,
    async read(query, call) {
      const list = await knowledge.listCollections(query, call);
      return { collections: list.collections.map(toListed), next_cursor: list.next_cursor };
    },
  });
}

function toListed(collection: Collection): z.output<typeof listedCollectionSchema> {
  const { id, parent_id, name, description, document_count } = collection;
  return { id, parent_id, name, description, document_count };
}
