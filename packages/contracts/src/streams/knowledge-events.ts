import { z } from 'zod';
import { documentSchema } from '../documents.ts';
import { idSchema, timestampSchema } from '../ids-and-times.ts';
import type { EventSchemas, WrittenEvents } from './event-schemas.ts';

/** Of `GET /api/events`. */
export const knowledgeEvents = {
  /** The document's state, or that it is gone. */
  document: z.union([
    documentSchema,
    z.object({ id: idSchema, collection_id: idSchema, deleted: z.literal(true) }),
  ]),
  /** Its name, place, settings or grants changed, or it was deleted with all below it. */
  collection: z.object({ id: idSchema, deleted: z.literal(true).optional() }),
  heartbeat: z.object({ time: timestampSchema }),
} as const satisfies EventSchemas;
export type KnowledgeEvents = WrittenEvents<typeof knowledgeEvents>;
