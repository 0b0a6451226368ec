import { z } from 'zod';
import { bundleImportSchema } from '../bundles.ts';
import { documentSchema } from '../documents.ts';
import { idSchema, timestampSchema } from '../ids-and-times.ts';
import type { EventSchemas, WrittenEvents } from './event-schemas.ts';

/** Events of `GET /api/events`. */
export const knowledgeEvents = {
  /** The document's state, or its deletion. */
  document: z.union([
    documentSchema,
    z.object({ id: idSchema, collection_id: idSchema, deleted: z.literal(true) }),
  ]),
  /** A change of name, place, settings or grants, or a deletion with everything below. */
  collection: z.object({ id: idSchema, deleted: z.literal(true).optional() }),
  /** State of an import, for the person who started it. */
  bundle_import: bundleImportSchema,
  heartbeat: z.object({ time: timestampSchema }),
} as const satisfies EventSchemas;
export type KnowledgeEvents = WrittenEvents<typeof knowledgeEvents>;
