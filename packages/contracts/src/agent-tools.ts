import { z } from 'zod';
import { allowedToolsSchema } from './assistants.ts';
import { routingDecisionSchema } from './mcp-servers.ts';
import { mcpToolFailureCodeSchema } from './mcp-tools.ts';

/** Counts the outside MCP servers that the person may use. */
export const agentServersSchema = z.object({ count: z.number().int().min(0) });

export const searchAgentToolsSchema = z.strictObject({
  query: z.string().min(1).max(2_000),
  limit: z.number().int().min(1).max(50),
  /** The current server stays unless another one is better by a margin. */
  current_server: z.string().max(100).optional(),
  allowed: allowedToolsSchema,
});

/** Servers that fit a query, best first. Descriptions are untrusted. */
export const foundAgentServersSchema = z.object({
  servers: z.array(
    z.object({
      name: z.string(),
      score: z.number(),
      description: z.string(),
      /** The tools that match the query best, best first. */
      tools: z.array(z.object({ name: z.string(), description: z.string() })).default([]),
    }),
  ),
  decision: routingDecisionSchema.extend({
    /** Servers that fit alike, best first; empty unless `kind` is `ambiguous`. */
    choices: z.array(z.string()),
    /** Estimated probability, 0 to 1, that anything found fits the query. */
    evidence: z.number(),
  }),
});
export type FoundAgentServers = z.infer<typeof foundAgentServersSchema>;

export const selectAgentToolsSchema = z.strictObject({
  server: z.string().min(1).max(100),
  /** The task of the tools. */
  query: z.string().min(1).max(2_000),
  /** Maximum tokens of all names, descriptions and schemas together. */
  token_budget: z.number().int().min(1).max(100_000),
  allowed: allowedToolsSchema,
});

/** A tool that a person may call. Its description and schema are untrusted. */
export const agentToolSchema = z.object({
  server: z.string(),
  name: z.string(),
  /** Changes with the way to its server and with the tool's definition. */
  version: z.string(),
  description: z.string(),
  /** JSON Schema of the arguments object. */
  input_schema: z.record(z.string(), z.unknown()),
  /** The server declares that the tool changes nothing, and its owner trusts the server. */
  read_only: z.boolean(),
  /** A person must agree to each call. */
  needs_confirmation: z.boolean(),
  /** The owner of the server lets every call go out without a question. */
  never_asks: z.boolean().optional(),
});
export type AgentTool = z.infer<typeof agentToolSchema>;

export const selectedAgentToolsSchema = z.object({ tools: z.array(agentToolSchema) });

export const findAgentToolSchema = z.strictObject({
  server: z.string().min(1).max(100),
  name: z.string().min(1).max(200),
  allowed: allowedToolsSchema,
});

/** Null: the tool is unknown or hidden from the person. */
export const foundAgentToolSchema = z.object({ tool: agentToolSchema.nullable() });

export const callAgentToolSchema = findAgentToolSchema.extend({
  arguments: z.record(z.string(), z.unknown()),
  /**
   * The version of the tool to which the person agreed. A tool that needs an agreement is not called
   * without it, nor if it has another version by now.
   */
  agreed_to: z.string().max(500).optional(),
  /** Maximum characters of the text; the rest is stored for an hour. */
  max_text: z.number().int().min(1).max(40_000),
});

/** The result of a call or the reason why there is none. Everything in a result is untrusted. */
export const agentToolOutcomeSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('answer'),
    /** The tool reported a failure of its own. */
    is_error: z.boolean(),
    text: z.string(),
    /** Size of the whole answer as JSON. */
    bytes: z.number(),
    /** Position in the stored text where `text` is cut. */
    rest: z
      .object({ result_id: z.string(), offset: z.number().int(), characters: z.number().int() })
      .nullable(),
    duration_ms: z.number(),
  }),
  z.object({
    kind: z.literal('failure'),
    code: mcpToolFailureCodeSchema,
    message: z.string(),
    /** The call may have reached a tool that changes something: its effect is not known. */
    may_have_run: z.boolean(),
    duration_ms: z.number(),
  }),
]);
export type AgentToolOutcome = z.infer<typeof agentToolOutcomeSchema>;
export type AgentToolAnswer = Extract<AgentToolOutcome, { kind: 'answer' }>;
export type AgentToolFailure = Extract<AgentToolOutcome, { kind: 'failure' }>;

export const readAgentResultSchema = z.strictObject({
  result_id: z.string().max(100),
  offset: z.number().int().min(0).max(10_000_000),
  /** Maximum characters. */
  limit: z.number().int().min(1).max(40_000),
});

/** Null: the result has expired or belongs to another person. */
export const agentResultSchema = z.object({
  part: z.object({ text: z.string(), next_offset: z.number().int().nullable() }).nullable(),
});
export type AgentResultPart = NonNullable<z.infer<typeof agentResultSchema>['part']>;
