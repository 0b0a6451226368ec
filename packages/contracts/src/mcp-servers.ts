import { z } from 'zod';
import { addressSchema, baseAddressSchema } from './addresses.ts';
import { dropUnseen } from './drop-unseen.ts';
import { idSchema, timestampSchema } from './ids-and-times.ts';
import { invisibleName, isVisible } from './names.ts';
import { pageQuerySchema } from './query-values.ts';
import { visibilitySchema } from './visibility.ts';

/** Name of the suite's own server, which outside servers may not use. */
export const documentsServerName = 'documents';

/** Name of a server: unique in its organisation, regardless of case. */
export const mcpServerNameSchema = z
  .string()
  .overwrite((name) => dropUnseen(name).normalize('NFC').trim())
  .min(1)
  .max(100)
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u, 'must be letters, digits, spaces, dots, - and _')
  .refine(isVisible, invisibleName)
  .refine(
    (name) => name.toLowerCase() !== documentsServerName,
    "is the name of the suite's own server",
  );

/** Header names that the transport sets, or that would carry other credentials. */
const reservedHeaders =
  /^(host|connection|keep-alive|upgrade|expect|te|trailer|proxy-.*|content-length|content-type|transfer-encoding|accept|cookie|mcp-.*|x-request-id|x-deadline-ms|traceparent|tracestate)$/i;

/** Headers of each request of the server. Never returned. */
export const mcpServerHeadersSchema = z
  .record(
    z
      .string()
      .regex(/^[\w!#$%&'*+.^`|~-]{1,100}$/, 'is not a header name')
      .refine((name) => !reservedHeaders.test(name), 'is set by the suite itself'),
    z
      .string()
      .max(8_000)
      .regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'is not a header value'),
  )
  .refine((headers) => Object.keys(headers).length <= 20, 'at most 20 headers');

/** OAuth client credentials. Never returned. */
export const mcpServerOauthSchema = z.strictObject({
  client_id: z.string().min(1).max(500),
  client_secret: z.string().min(1).max(2_000),
  /** The only authorisation server that receives the secret. */
  issuer: baseAddressSchema(),
  scope: z.string().max(1_000).optional(),
});

/**
 * Address of its MCP endpoint, or `stdio:NAME` for a local program that the operator allows. Its
 * query may hold a secret: it is returned as `?…`, and a change to that address keeps it. Keys belong
 * in `headers`.
 */
export const mcpServerUrlSchema = addressSchema(['http', 'https', 'stdio'])
  .refine(
    (url) => /^(https?:|stdio:[\w.-]{1,100}$)/i.test(url),
    'must be an http(s) address or stdio:NAME',
  )
  .refine((url) => !url.includes('#'), 'must not hold a fragment');

const writable = {
  name: mcpServerNameSchema,
  description: z.string().trim().max(2_000),
  url: mcpServerUrlSchema,
  headers: mcpServerHeadersSchema,
  oauth: mcpServerOauthSchema.nullable(),
  enabled: z.boolean(),
  /** Names of the tools that may be used; null: all. */
  allowed_tools: z.array(z.string().min(1).max(200)).max(2_000).nullable(),
  visibility: visibilitySchema,
  /** Timeout of one tool call. */
  timeout_ms: z.number().int().min(100).max(300_000),
  /** `writes`: a person agrees to each call of a tool that is not read-only; `all`; `none`. */
  confirm: z.enum(['writes', 'all', 'none']),
};

export const createMcpServerSchema = z.strictObject({
  name: writable.name,
  url: writable.url,
  description: writable.description.default(''),
  headers: writable.headers.default({}),
  oauth: writable.oauth.default(null),
  enabled: writable.enabled.default(true),
  allowed_tools: writable.allowed_tools.default(null),
  visibility: writable.visibility.default({ everyone: true, roles: [], team_ids: [] }),
  timeout_ms: writable.timeout_ms.default(30_000),
  confirm: writable.confirm.default('writes'),
});
export type CreateMcpServer = z.output<typeof createMcpServerSchema>;

/** A changed definition that the owner accepts, by its digest. */
const acceptedChangeSchema = z.strictObject({
  name: z.string().min(1).max(200),
  digest: z.string().length(64),
});

export const updateMcpServerSchema = z
  .strictObject({ ...writable, accept_changes: z.array(acceptedChangeSchema).max(2_000) })
  .partial();
export type UpdateMcpServer = z.output<typeof updateMcpServerSchema>;

/**
 * Reason of a server's failure. `address_refused`: a forbidden network; `garbage`: the answer is
 * not MCP; `busy`: too many calls of ours are running; `rate_limited`: the server's own limit.
 */
export const mcpServerFailureSchema = z.enum([
  'address_refused',
  'unauthorized',
  'unreachable',
  'garbage',
  'too_large',
  'timeout',
  'busy',
  'rate_limited',
  'refused_arguments',
]);
export type McpServerFailure = z.infer<typeof mcpServerFailureSchema>;

export const mcpServerHealthSchema = z.object({
  state: z.enum(['unknown', 'healthy', 'failing', 'unavailable']),
  since: timestampSchema,
  /** The last failure in English without text of the server; null while it works. */
  message: z.string().nullable(),
  /** Code of the last failure, for translation; null for failures of older versions. */
  reason: mcpServerFailureSchema.nullable(),
});

export const mcpServerSchema = z.object({
  id: idSchema,
  name: z.string(),
  description: z.string(),
  /** Without its query, which is `?…`; for members and viewers its origin alone. */
  url: z.string(),
  /** Header names; the values are never returned. */
  header_names: z.array(z.string()),
  has_oauth: z.boolean(),
  enabled: z.boolean(),
  allowed_tools: z.array(z.string()).nullable(),
  visibility: visibilitySchema,
  timeout_ms: z.number().int(),
  confirm: z.enum(['writes', 'all', 'none']),
  health: mcpServerHealthSchema,
  tool_count: z.number().int(),
  /** New tools and those with a changed definition, which are not offered until accepted. */
  held_tool_count: z.number().int(),
  indexed_at: timestampSchema.nullable(),
  created_at: timestampSchema,
  updated_at: timestampSchema,
});
export type McpServer = z.infer<typeof mcpServerSchema>;

/** Texts of a tool. Untrusted. */
const toolTextsSchema = z.object({
  title: z.string().nullable(),
  description: z.string(),
  input_schema: z.record(z.string(), z.unknown()),
  read_only: z.boolean(),
});

export const mcpServerToolSchema = toolTextsSchema.extend({
  name: z.string(),
  needs_confirmation: z.boolean(),
  /** True if the tool may be found and called. */
  offered: z.boolean(),
  /** True if the tool appeared after the first catalogue and no owner has accepted it yet. */
  is_new: z.boolean(),
  /** The changed or new definition until the owner accepts it. */
  change: toolTextsSchema.extend({ digest: z.string() }).nullable(),
});
export type McpServerTool = z.infer<typeof mcpServerToolSchema>;

export const mcpServerDetailSchema = mcpServerSchema.extend({
  tools: z.array(mcpServerToolSchema),
  prompts: z.array(z.object({ name: z.string(), description: z.string() })),
  resources: z.array(z.object({ name: z.string(), description: z.string() })),
});
export type McpServerDetail = z.infer<typeof mcpServerDetailSchema>;

export const mcpServerListQuerySchema = z.strictObject(pageQuerySchema.shape);
export const mcpServerListSchema = z.object({
  mcp_servers: z.array(mcpServerSchema),
  next_cursor: z.string().nullable(),
});

export const searchMcpServersSchema = z.strictObject({
  query: z.string().trim().min(1).max(2_000),
  limit: z.number().int().min(1).max(50).default(5),
});

export const routingDecisionSchema = z.object({
  server: z.string().nullable(),
  kind: z.enum(['server', 'nothing_relevant', 'ambiguous']),
  reason: z.string(),
});

export const mcpServerSearchResultSchema = z.object({
  servers: z.array(z.object({ name: z.string(), score: z.number() })),
  /**
   * Best first. If several servers offer the same tool, all copies but the best come after the
   * other tools, so that scores rise again there.
   */
  tools: z.array(z.object({ server: z.string(), name: z.string(), score: z.number() })),
  decision: routingDecisionSchema,
});

/** Result of a refresh of all catalogues. */
export const routerBuildSchema = z.object({
  status: z.enum(['success', 'partial', 'failure']),
  servers: z.array(
    z.object({
      name: z.string(),
      status: z.enum(['success', 'failure']),
      tool_count: z.number().int(),
      reason: z.string().nullable(),
      duration_ms: z.number(),
    }),
  ),
  duration_ms: z.number(),
});
export type RouterBuild = z.infer<typeof routerBuildSchema>;
