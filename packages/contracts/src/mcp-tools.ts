import { z } from 'zod';
import { approvalSchema } from './chat.ts';
import { timestampSchema } from './ids-and-times.ts';
import { routingDecisionSchema } from './mcp-servers.ts';
import { queryNumberSchema } from './query-values.ts';

/**
 * Settings of an organisation for external agents. `offered_to_agents`: they may find and call
 * tools of outside servers at `/mcp` and over HTTP; default true. Mode `agent` of the suite ignores
 * it.
 */
export const mcpToolSettingsSchema = z.strictObject({ offered_to_agents: z.boolean() });
export type McpToolSettings = z.infer<typeof mcpToolSettingsSchema>;

export const findMcpToolsSchema = z.strictObject({
  task: z.string().trim().min(1).max(2_000),
  limit: z.number().int().min(1).max(20).default(5),
});

/** Tools of outside servers that fit a task. The texts are untrusted. */
export const foundMcpToolsSchema = z.object({
  tools: z.array(
    z.object({
      server: z.string(),
      name: z.string(),
      title: z.string().nullable(),
      description: z.string(),
      input_schema: z.record(z.string(), z.unknown()),
      score: z.number(),
      read_only: z.boolean(),
    }),
  ),
  decision: routingDecisionSchema,
});
export type FoundMcpTools = z.infer<typeof foundMcpToolsSchema>;

export const callMcpToolSchema = z.strictObject({
  server: z.string().min(1).max(100),
  name: z.string().min(1).max(200),
  arguments: z.record(z.string(), z.unknown()).default({}),
});

export const mcpToolFailureCodeSchema = z.enum([
  'confirmation_required',
  'invalid_arguments',
  'not_allowed',
  'unknown_tool',
  'server_unavailable',
  'timeout',
  'result_too_large',
]);

export type McpToolFailureCode = z.infer<typeof mcpToolFailureCodeSchema>;

/** The tool's own result in the form of MCP, or the failure. Results are untrusted. */
export const mcpToolOutcomeSchema = z.union([
  z.object({
    content: z.array(z.looseObject({ type: z.string() })),
    structuredContent: z.unknown().optional(),
    isError: z.boolean().optional(),
  }),
  z.object({
    error: mcpToolFailureCodeSchema,
    message: z.string(),
    confirmation_id: z.string().optional(),
    retry_after: z.number().optional(),
    /** For `result_too_large`: the beginning of the text, and the id and offset of the rest. */
    text: z.string().optional(),
    result_id: z.string().nullable().optional(),
    next_offset: z.number().int().nullable().optional(),
    characters: z.number().int().optional(),
  }),
]);
export type McpToolOutcome = z.infer<typeof mcpToolOutcomeSchema>;

export const mcpToolResultQuerySchema = z.strictObject({
  offset: queryNumberSchema({ min: 0, max: 10_000_000, otherwise: 0 }),
});

export const mcpToolResultSchema = z.object({
  text: z.string(),
  offset: z.number().int(),
  characters: z.number().int(),
  next_offset: z.number().int().nullable(),
});

export type McpToolResult = z.infer<typeof mcpToolResultSchema>;

/** Calls of connected clients that wait for an agreement, latest first, within a size. */
export const clientCallsSchema = z.object({
  confirmations: z.array(
    approvalSchema.extend({ created_at: timestampSchema, expires_at: timestampSchema }),
  ),
  /** Number of calls that are left out because of their size. */
  omitted: z.number().int().min(0).default(0),
});

/** Calls of `call_tool` that wait for an agreement, latest first. */
export const mcpToolConfirmationListSchema = z.object({
  confirmations: z.array(
    approvalSchema.extend({ created_at: timestampSchema, expires_at: timestampSchema }),
  ),
  next_cursor: z.string().nullable(),
});
