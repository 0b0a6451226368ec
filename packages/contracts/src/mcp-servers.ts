import { z } from 'zod';
import { dropUnseen } from './drop-unseen.ts';
import { roleSchema } from './identity.ts';
import { idSchema, timestampSchema } from './ids-and-times.ts';
import { invisibleName, isVisible } from './names.ts';
import { pageQuerySchema } from './query-values.ts';

/** The suite's own server, which no outside server may be called after. */
export const documentsServerName = 'documents';

/** How people, models and agents call a server: unique in its organisation, whatever the case. */
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

/** Header names that the transport sets itself, or that would be another's credentials. */
const reservedHeaders =
  /^(host|connection|keep-alive|upgrade|expect|te|trailer|proxy-.*|content-length|content-type|transfer-encoding|accept|cookie|mcp-.*|x-request-id|x-deadline-ms|traceparent|tracestate)$/i;

/** Sent with each request to the server. Written, never read back. */
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

/** OAuth of a machine: tokens are fetched with the client's secret. Written, never read back. */
export const mcpServerOauthSchema = z.strictObject({
  client_id: z.string().min(1).max(500),
  client_secret: z.string().min(1).max(2_000),
  /** The one authorisation server that may get the secret. */
  issuer: z.url({ protocol: /^https?$/ }).max(2_000),
  scope: z.string().max(1_000).optional(),
});

/** Who may use the server beside owners and admins: everybody of the organisation, or who is named. */
export const mcpServerVisibilitySchema = z.strictObject({
  everyone: z.boolean(),
  roles: z.array(roleSchema).max(4).default([]),
  team_ids: z.array(z.string().min(1).max(100)).max(100).default([]),
});

/** Address of its MCP endpoint, or `stdio:NAME` for a local program that the operator allows. */
export const mcpServerUrlSchema = z
  .string()
  .trim()
  .max(2_000)
  .refine(
    (url) => /^stdio:[\w.-]{1,100}$/.test(url) || isHttpUrl(url),
    'must be an http(s) address',
  )
  .refine((url) => !hasCredentials(url), 'must not hold a user name or a password');

const writable = {
  name: mcpServerNameSchema,
  description: z.string().trim().max(2_000),
  url: mcpServerUrlSchema,
  headers: mcpServerHeadersSchema,
  oauth: mcpServerOauthSchema.nullable(),
  enabled: z.boolean(),
  /** Names of the tools that may be used; null: all. */
  allowed_tools: z.array(z.string().min(1).max(200)).max(2_000).nullable(),
  visibility: mcpServerVisibilitySchema,
  /** For one call of a tool. */
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

/** A description that the owner has seen and takes, by its digest. */
const acceptedChangeSchema = z.strictObject({
  name: z.string().min(1).max(200),
  digest: z.string().length(64),
});

export const updateMcpServerSchema = z
  .strictObject({ ...writable, accept_changes: z.array(acceptedChangeSchema).max(2_000) })
  .partial();
export type UpdateMcpServer = z.output<typeof updateMcpServerSchema>;

/**
 * Why a server gave no answer. `address_refused`: it is where only the suite may go; `garbage`: what
 * it answers is not MCP; `busy`: it has enough calls of ours; `rate_limited`: it says so itself.
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
  /** Why it failed last, in English; null while it works. Nothing of the server's own text. */
  message: z.string().nullable(),
  /** The same as a code, for other languages; null for failures from before it was kept. */
  reason: mcpServerFailureSchema.nullable(),
});

export const mcpServerSchema = z.object({
  id: idSchema,
  name: z.string(),
  description: z.string(),
  url: z.string(),
  /** Names alone; their values are never read back. */
  header_names: z.array(z.string()),
  has_oauth: z.boolean(),
  enabled: z.boolean(),
  allowed_tools: z.array(z.string()).nullable(),
  visibility: mcpServerVisibilitySchema,
  timeout_ms: z.number().int(),
  confirm: z.enum(['writes', 'all', 'none']),
  health: mcpServerHealthSchema,
  tool_count: z.number().int(),
  /** Tools whose description changed and that are not offered until the owner accepts it. */
  held_tool_count: z.number().int(),
  indexed_at: timestampSchema.nullable(),
  created_at: timestampSchema,
  updated_at: timestampSchema,
});
export type McpServer = z.infer<typeof mcpServerSchema>;

/** What a tool says of itself. Untrusted. */
const toolTextsSchema = z.object({
  title: z.string().nullable(),
  description: z.string(),
  input_schema: z.record(z.string(), z.unknown()),
  read_only: z.boolean(),
});

export const mcpServerToolSchema = toolTextsSchema.extend({
  name: z.string(),
  needs_confirmation: z.boolean(),
  /** May be found and called. */
  offered: z.boolean(),
  /** What it says of itself now, until that is accepted. */
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
   * Best first, but for copies: where several servers offer the same tool, all but the best stand
   * behind the other tools, so that scores rise again there.
   */
  tools: z.array(z.object({ server: z.string(), name: z.string(), score: z.number() })),
  decision: routingDecisionSchema,
});

/** Outcome of reading the catalogues of all servers anew. */
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

function isHttpUrl(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '');
}

function hasCredentials(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && (url.username !== '' || url.password !== '');
}
