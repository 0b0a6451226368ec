import type { Principal } from '@lectern/contracts';
import type { CallToolResult, ToolAnnotations } from '@modelcontextprotocol/server';
import type { z } from 'zod';

/** Who calls a tool and how long they wait. Never an argument: it comes from the caller's token. */
export interface ToolCall {
  readonly principal: Principal;
  /** The caller's internal token. */
  readonly token: string;
  readonly requestId: string;
  /** Milliseconds that the caller still waits, when it said so. */
  readonly deadlineMs: number | undefined;
  /** Aborted when the caller is gone. */
  readonly signal: AbortSignal;
}

/**
 * A tool as models see it. `run` gets the arguments unchecked, checks them against `inputSchema`
 * itself, and answers every failure in the tool's own error form; it does not throw.
 */
export interface Tool {
  readonly name: string;
  readonly title: string;
  /** Written for a model: what it finds, when to use it, examples. */
  readonly description: string;
  readonly inputSchema: z.ZodObject;
  readonly outputSchema: z.ZodObject;
  readonly annotations: ToolAnnotations;
  run(input: unknown, call: ToolCall): Promise<CallToolResult>;
}
