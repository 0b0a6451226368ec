import { z } from 'zod';
import { healthSchema } from './health.ts';
import { scopeSchema } from './identity.ts';
import { idSchema, timestampSchema } from './ids-and-times.ts';

/** Requests an internal token that acts for a member for ten minutes. */
export const createTokenSchema = z.strictObject({
  email: z.string().trim().min(1).max(320),
  /** Scopes of the token, at most those of the member and the caller. Default: all of them. */
  scopes: z.array(scopeSchema).max(20).optional(),
});
export type CreateToken = z.infer<typeof createTokenSchema>;

export const createdTokenSchema = z.object({ token: z.string() });

/** Removes a person's ways of signing in other than the password. */
export const resetSignInSchema = z.strictObject({
  email: z.string().trim().min(1).max(320),
  /**
   * `oidc`: the link to a subject of the identity provider; the next sign-in creates one.
   * `passkeys`: all of them, and the person's sessions.
   */
  what: z.enum(['oidc', 'passkeys', 'second_factor']),
});
export type ResetSignIn = z.infer<typeof resetSignInSchema>;

/** True if there was something to remove. */
export const resetSignInAnswerSchema = z.object({ was_set: z.boolean() });

/** A job that a worker is running. */
export const workerJobSchema = z.object({
  /** `ingest_heavy`: documents that were too large for `ingest`, one at a time. */
  task: z.enum(['ingest', 'ingest_heavy', 'remove', 'move', 'rebuild', 'import']),
  /** Null for all documents. */
  documents: z.number().int().nullable(),
  since: timestampSchema,
});
export type WorkerJob = z.infer<typeof workerJobSchema>;

/** A process that ingests documents, as it last reported. */
export const workerStateSchema = z.object({
  id: idSchema,
  /** Name of the machine or container. */
  host: z.string(),
  version: z.string(),
  started_at: timestampSchema,
  /** Seconds since the last heartbeat; there is one every 5 seconds. */
  silent_seconds: z.number().int(),
  /**
   * False after so long a silence that others may take over its documents. The row is removed after
   * a day.
   */
  alive: z.boolean(),
  /** Jobs at the last heartbeat. */
  jobs: z.array(workerJobSchema),
});
export type WorkerState = z.infer<typeof workerStateSchema>;

const serviceHealthSchema = healthSchema.partial({ name: true, version: true }).extend({
  /** Reported by `rag` only; null if its database is unavailable. */
  workers: z.array(workerStateSchema).nullable().optional(),
});

/** State of the suite; administrators see all facts of the services. */
export const suiteHealthSchema = healthSchema.extend({
  database: z.enum(['ok', 'unavailable']),
  services: z.record(z.string(), serviceHealthSchema),
});
export type SuiteHealth = z.infer<typeof suiteHealthSchema>;

/**
 * Progress of a rebuild of the search index. Searches fail with `search_unavailable` until it ends.
 */
export const rebuildStateSchema = z.object({
  running: z.boolean(),
  /** Counts of the current or last rebuild. */
  documents_done: z.number().int(),
  documents_total: z.number().int(),
});
export type RebuildState = z.infer<typeof rebuildStateSchema>;
