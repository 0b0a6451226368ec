import { z } from 'zod';
import { idSchema, timestampSchema } from './ids-and-times.ts';
import { pageQuerySchema } from './query-values.ts';

/** Days that a deleted document, collection or conversation stays in the bin. */
export const binDays = 30;

export const binEntrySchema = z.object({
  /** Id of the deleted document, collection or conversation. */
  id: idSchema,
  kind: z.enum(['document', 'collection', 'conversation']),
  /** Title of the document or conversation, name of the collection. */
  name: z.string(),
  /** Id of the collection that contained it; null at the root and for conversations. */
  parent_id: idSchema.nullable(),
  /** Name of that collection; null where it is deleted or not readable. */
  parent_name: z.string().nullable(),
  /** Number of documents; null for a conversation. */
  document_count: z.number().int().nullable(),
  /** Bytes of the originals; null for a conversation. */
  size: z.number().int().nullable(),
  /** Id of the person who deleted it. */
  deleted_by: z.string(),
  deleted_at: timestampSchema,
  /** Time after which it is purged. */
  purged_at: timestampSchema,
});
export type BinEntry = z.infer<typeof binEntrySchema>;

export const binListQuerySchema = pageQuerySchema.extend({
  /** Filter by kind. */
  kind: binEntrySchema.shape.kind.optional(),
});
export type BinListQuery = z.infer<typeof binListQuerySchema>;

/** Newest first. */
export const binListSchema = z.object({
  entries: z.array(binEntrySchema),
  next_cursor: z.string().nullable(),
});
export type BinList = z.infer<typeof binListSchema>;
