import type { Health } from '@lectern/contracts';
import { z } from 'zod';
import { type Finding, fail, ok, warn } from './finding.ts';

const factsSchema = z.looseObject({
  index: z.looseObject({
    generation: z.string(),
    ready: z.boolean(),
    message: z.string().optional(),
    unindexed_rows: z.number().optional(),
  }),
  embedding_model: z.string(),
  queue: z.looseObject({
    waiting: z.number(),
    oldest_waiting_seconds: z.number().nullable(),
  }),
});

/** More rows than this outside of the index make searches slow. */
const manyUnindexedRows = 20_000;
const longWaitSeconds = 300;

/** Freshness of the index and age of the queue, from what the knowledge service tells. */
export function examineKnowledge(health: Partial<Health> | undefined): Finding[] {
  const facts = factsSchema.safeParse(health);
  if (!facts.success) return [warn('index', 'The knowledge service tells nothing of its index.')];
  const { index, embedding_model, queue } = facts.data;
  return [examineIndex(index), ok('embedding', embedding_model), examineQueue(queue)];
}

function examineIndex(index: z.infer<typeof factsSchema>['index']): Finding {
  if (!index.ready) return fail('index', index.message ?? 'cannot be searched');
  const unindexed = index.unindexed_rows ?? 0;
  const facts = `generation ${index.generation}, ${unindexed} rows not covered yet`;
  return unindexed > manyUnindexedRows ? warn('index', facts) : ok('index', facts);
}

function examineQueue({
  waiting,
  oldest_waiting_seconds: oldest,
}: z.infer<typeof factsSchema>['queue']): Finding {
  if (waiting === 0 || oldest === null) return ok('queue', 'nothing waits');
  const facts = `${waiting} documents wait, the oldest for ${Math.round(oldest)} s`;
  if (oldest < longWaitSeconds) return ok('queue', facts);
  return warn('queue', `${facts}; is the worker running?`);
}
