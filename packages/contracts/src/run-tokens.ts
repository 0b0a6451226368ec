import { z } from 'zod';
import { scopeSchema } from './identity.ts';

/** Asks for a token to go on with what a person began, and names what they identified with then. */
export const runTokenRequestSchema = z.strictObject({
  user_id: z.string().min(1).max(200),
  organisation_id: z.string().min(1).max(200),
  /** As in the token that the run began with. */
  credential: z.string().min(1).max(300),
  scopes: z.array(scopeSchema),
  run_id: z.string().min(1).max(200),
});
export type RunTokenRequest = z.infer<typeof runTokenRequestSchema>;

export const runTokenSchema = z.object({ token: z.string() });
