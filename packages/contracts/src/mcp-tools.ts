import { z } from 'zod';
import { approvalSchema } from './chat.ts';
import { timestampSchema } from './common.ts';
import { routingDecisionSchema } from './mcp-servers.ts';

export const findMcpToolsSchema = z.strictObject({
  task: z.string().trim().min(1).max(2_000),
  limit: z.number().int().min(1).max(20).default(5),
});

/** Tools of outside servers that fit a task. Their texts are untrusted. */
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

/** What a tool answered, or why it gave no answer. */
export const mcpToolOutcomeSchema = z.union([
  z.object({
    is_error: z.boolean(),
    text: z.string(),
    /** Of a text that was cut: the rest is read by this id. */
    result_id: z.string().nullable(),
    next_offset: z.number().int().nullable(),
    characters: z.number().int(),
  }),
  z.object({
    error: mcpToolFailureCodeSchema,
    message: z.string(),
    confirmation_id: z.string().optional(),
    retry_after: z.number().optional(),
  }),
]);
export type McpToolOutcome = z.infer<typeof mcpToolOutcomeSchema>;

export const mcpToolResultQuerySchema = z.strictObject({
  offset: z.coerce.number().int().min(0).max(10_000_000).default(0),
});

export const mcpToolResultSchema = z.object({
  text: z.string(),
  offset: z.number().int(),
  characters: z.number().int(),
  next_offset: z.number().int().nullable(),
});

/** Calls of `call_tool` that wait for their person, latest first. */
export const mcpToolConfirmationListSchema = z.object({
  confirmations: z.array(
    approvalSchema.extend({ created_at: timestampSchema, expires_at: timestampSchema }),
  ),
  next_cursor: z.string().nullable(),
});
