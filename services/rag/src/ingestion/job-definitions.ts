import {
  ingestJobSchema,
  moveJobSchema,
  rebuildJobSchema,
  removeJobSchema,
} from '@lectern/contracts';
import { defineJob, type Outbox } from '@lectern/jobs';

export const ragOutbox: Outbox = { table: 'rag.outbox', channel: 'rag_outbox' };

export const ingestJob = defineJob({
  name: 'rag.ingest',
  schema: ingestJobSchema,
  attempts: 6,
  backoffMs: 1_000,
});

export const removeJob = defineJob({
  name: 'rag.remove',
  schema: removeJobSchema,
  attempts: 10,
  backoffMs: 2_000,
});

export const moveJob = defineJob({
  name: 'rag.move',
  schema: moveJobSchema,
  attempts: 10,
  backoffMs: 2_000,
});

export const rebuildJob = defineJob({
  name: 'rag.rebuild',
  schema: rebuildJobSchema,
  attempts: 20,
  backoffMs: 2_000,
});
