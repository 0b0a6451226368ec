import type { Health } from '@lectern/contracts';
import { z } from 'zod';
import { type Finding, fail, ok, warn } from './finding.ts';
import type { WaitingDocuments } from './waiting-documents.ts';

const factsSchema = z.looseObject({
  index: z.looseObject({
    status: z.enum(['ok', 'degraded', 'unavailable']),
    generation: z.string().nullable(),
    message: z.string().optional(),
    unindexed_rows: z.number().optional(),
  }),
  embedding_model: z.string(),
  disk: z.looseObject({ status: z.enum(['ok', 'full']), free_bytes: z.number() }).nullish(),
  building: z
    .looseObject({
      embedding_model: z.string(),
      documents_done: z.number(),
      documents_total: z.number(),
      texts_per_second: z.number(),
      problem: z.string().nullable(),
    })
    .nullish(),
  /** Documents that wait for their vectors. */
  without_vectors: z.number().nullish(),
  /** While they are made. */
  filling: z.looseObject({ texts_per_second: z.number() }).nullish(),
  queue: z.looseObject({ waiting: z.number(), active: z.number() }).nullable(),
});
type Facts = z.infer<typeof factsSchema>;

/** More rows than this outside of the index make searches slow. */
const manyUnindexedRows = 20_000;
const bytesPerMegabyte = 1024 * 1024;
const longWaitSeconds = 300;

/** Checks the index and the age of the queue in the health of the knowledge service. */
export function examineKnowledge(
  health: Partial<Health> | undefined,
  waiting: WaitingDocuments,
): Finding[] {
  const facts = factsSchema.safeParse(health);
  if (!facts.success) return [warn('index', 'The knowledge service tells nothing of its index.')];
  const { index, queue } = facts.data;
  return [
    examineIndex(index),
    examineEmbedding(facts.data),
    ...examineDisk(facts.data),
    examineQueue(queue, waiting),
  ];
}

function examineDisk({ disk }: Facts): Finding[] {
  if (!disk) return [];
  const free = `${Math.floor(disk.free_bytes / bytesPerMegabyte)} MB free`;
  if (disk.status === 'ok') return [ok('disk', free)];
  return [fail('disk', `${free}: uploads are refused and documents wait until there is room`)];
}

function examineEmbedding({ embedding_model, building, without_vectors, filling }: Facts): Finding {
  if (!building && without_vectors) {
    const facts = `${without_vectors} documents are found by keyword alone until ${embedding_model} makes their vectors`;
    const state = filling
      ? `${filling.texts_per_second} texts a second are made`
      : "the worker's log says what it lacks";
    return warn('embedding', `${facts}; ${state}`);
  }
  if (!building) return ok('embedding', embedding_model);
  const { documents_done: done, documents_total: total, texts_per_second: pace } = building;
  const facts = `the index for ${building.embedding_model} is being built (${done} of ${total} documents, ${pace} texts a second); until then searches answer by keyword`;
  return warn('embedding', building.problem ? `${facts}. It waits: ${building.problem}` : facts);
}

function examineIndex({
  status,
  generation,
  message,
  unindexed_rows = 0,
}: Facts['index']): Finding {
  if (status === 'unavailable') return fail('index', message ?? 'cannot be searched');
  const facts = `generation ${generation}, ${unindexed_rows} rows not covered yet`;
  if (status === 'degraded') return warn('index', message ?? facts);
  return unindexed_rows > manyUnindexedRows ? warn('index', facts) : ok('index', facts);
}

function examineQueue(queue: Facts['queue'], { count, oldestSeconds }: WaitingDocuments): Finding {
  if (!queue) return fail('queue', 'cannot be read');
  if (count === 0) return ok('queue', 'no document waits');
  const facts = `${count} documents wait, the oldest for ${oldestSeconds} s`;
  if (oldestSeconds < longWaitSeconds) return ok('queue', facts);
  const cause = queue.active === 0 ? 'nothing is being worked on: is the worker running?' : '';
  return warn('queue', [facts, cause].filter(Boolean).join('; '));
}
