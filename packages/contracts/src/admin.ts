import { z } from 'zod';
import { healthSchema } from './health.ts';
import { scopeSchema } from './identity.ts';

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

/** What the gateway knows of the suite. For administrators, services tell all that they know. */
export const suiteHealthSchema = healthSchema.extend({
  database: z.enum(['ok', 'unavailable']),
  services: z.record(z.string(), healthSchema.partial({ name: true, version: true })),
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
