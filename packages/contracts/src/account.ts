import { z } from 'zod';
import { roleSchema, scopeSchema } from './identity.ts';
import { timestampSchema } from './ids-and-times.ts';
import { nameSchema } from './names.ts';

export const minPasswordLength = 10;
export const passwordSchema = z.string().min(minPasswordLength).max(128);

/** Available sign-in methods. */
export const signInMethodsSchema = z.object({
  password: z.boolean(),
  oidc: z.boolean(),
  /** True if an organisation has an identity provider of its own. */
  sso: z.boolean(),
  /** True if browsers allow passkeys at the public address. */
  passkey: z.boolean(),
});

/** Response of `GET /api/me`: the caller, the organisation and the rights of the call. */
export const meSchema = z.object({
  user: z.object({ id: z.string(), email: z.string(), name: z.string() }),
  organisation: z.object({ id: z.string(), name: z.string() }),
  role: roleSchema,
  scopes: z.array(scopeSchema),
  /** True for an administrator of the installation. */
  operator: z.boolean(),
  /** True if this person may create organisations, by `ORGANISATION_CREATION`. */
  may_create_organisations: z.boolean(),
});
export type Me = z.infer<typeof meSchema>;

export const memberSchema = z.object({
  user_id: z.string(),
  email: z.string(),
  name: z.string(),
  role: roleSchema,
  disabled: z.boolean(),
});
export type Member = z.infer<typeof memberSchema>;

export const memberListSchema = z.object({
  members: z.array(memberSchema),
  next_cursor: z.string().nullable(),
});

/** An API key without its secret. `start` is the beginning of the key, to tell keys apart. */
export const apiKeySchema = z.object({
  id: z.string(),
  name: z.string(),
  start: z.string(),
  scopes: z.array(scopeSchema),
  created_at: timestampSchema,
  /** Null if the key does not expire. */
  expires_at: timestampSchema.nullable(),
  /** Accurate to the minute. */
  last_used_at: timestampSchema.nullable(),
});
export type ApiKey = z.infer<typeof apiKeySchema>;

export const apiKeyListSchema = z.object({
  keys: z.array(apiKeySchema),
  next_cursor: z.string().nullable(),
});

export const createApiKeySchema = z.strictObject({
  name: nameSchema(100),
  /** At most the caller's scopes. */
  scopes: z.array(scopeSchema).min(1),
  /** Default: the key does not expire. */
  expires_in_days: z.number().int().min(1).max(3_650).optional(),
});
export type CreateApiKey = z.input<typeof createApiKeySchema>;

/** `key` is shown only once. */
export const createdApiKeySchema = apiKeySchema.extend({ key: z.string() });
