import { z } from 'zod';
import { scopeSchema } from './identity.ts';

/** Requests a token to continue a person's work, with the credential with which it started. */
export const runTokenRequestSchema = z.strictObject({
  user_id: z.string().min(1).max(200),
  organisation_id: z.string().min(1).max(200),
  /** Scopes of the token with which the run started. */
  credential: z.string().min(1).max(300),
  scopes: z.array(scopeSchema),
  run_id: z.string().min(1).max(200),
});
export type RunTokenRequest = z.infer<typeof runTokenRequestSchema>;

export const runTokenSchema = z.object({ token: z.string() });
