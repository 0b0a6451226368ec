import { z } from 'zod';
import { healthSchema } from './health.ts';
import { scopeSchema } from './identity.ts';
import { idSchema, timestampSchema } from './ids-and-times.ts';

/** Asks for an internal token that speaks for a member; it lives ten minutes. */
export const createTokenSchema = z.strictObject({
  email: z.string().trim().min(1).max(320),
  /** No other than these, of those that the member and the caller have. Default: all of them. */
  scopes: z.array(scopeSchema).max(20).optional(),
});
export type CreateToken = z.infer<typeof createTokenSchema>;

export const createdTokenSchema = z.object({ token: z.string() });

/** Takes away what a person signs in with besides the password. */
export const resetSignInSchema = z.strictObject({
  email: z.string().trim().min(1).max(320),
  /**
   * `oidc`: the binding to a subject of the identity provider; the next sign-in makes one anew.
   * `passkeys`: all of them, with the person's sessions.
   */
  what: z.enum(['oidc', 'passkeys', 'second_factor']),
});
export type ResetSignIn = z.infer<typeof resetSignInSchema>;

/** Whether there was something to take away. */
export const resetSignInAnswerSchema = z.object({ was_set: z.boolean() });

/** A job that a worker has in hand. */
export const workerJobSchema = z.object({
  /** `ingest_heavy`: documents that were too much for `ingest`, one at a time. */
  task: z.enum(['ingest', 'ingest_heavy', 'remove', 'move', 'rebuild']),
  /** Null: every document there is. */
  documents: z.number().int().nullable(),
  since: timestampSchema,
});
export type WorkerJob = z.infer<typeof workerJobSchema>;

/** A process that makes documents searchable, as it last spoke of itself. */
export const workerStateSchema = z.object({
  id: idSchema,
  /** Name of its machine or container. */
  host: z.string(),
  version: z.string(),
  started_at: timestampSchema,
  /** Since its last sign of life; a living one gives one every 5 seconds. */
  silent_seconds: z.number().int(),
  /** False: silent for so long that others may take its documents. It is forgotten after a day. */
  alive: z.boolean(),
  /** When it last spoke. */
  jobs: z.array(workerJobSchema),
});
export type WorkerState = z.infer<typeof workerStateSchema>;

const serviceHealthSchema = healthSchema.partial({ name: true, version: true }).extend({
  /** Told by `rag` alone; null while it cannot reach its database. */
  workers: z.array(workerStateSchema).nullable().optional(),
});

/** What the gateway knows of the suite. For administrators, services tell all that they know. */
export const suiteHealthSchema = healthSchema.extend({
  database: z.enum(['ok', 'unavailable']),
  services: z.record(z.string(), serviceHealthSchema),
});
export type SuiteHealth = z.infer<typeof suiteHealthSchema>;

/** How far the search index is in being filled again. Searches are `search_unavailable` meanwhile. */
export const rebuildStateSchema = z.object({
  running: z.boolean(),
  /** Of the rebuild that runs, or ran last. */
  documents_done: z.number().int(),
  documents_total: z.number().int(),
});
export type RebuildState = z.infer<typeof rebuildStateSchema>;
