import type { Scope } from '@lectern/contracts';
import type { CallToolResult, ToolAnnotations } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { Language } from '../calls/languages.ts';
import type { ToolCall } from '../calls/tool-call.ts';

/**
 * A tool as models see it. `run` gets the arguments unchecked, checks them against `inputSchema`
 * itself, and answers every failure in the tool's own error form; it does not throw.
 */
export interface Tool {
  readonly name: string;
  readonly title: string;
  /**
   * Written for a model: what it finds, when to use it, examples. A client is given one language;
   * no text is over 1,024 characters, which OpenAI and others refuse.
   */
  readonly description: Readonly<Record<Language, string>>;
  readonly inputSchema: z.ZodObject;
  /** Left out where the result is a stranger's own. */
  readonly outputSchema?: z.ZodObject;
  readonly annotations: ToolAnnotations;
  /** Without it every call is refused, so it is not listed. */
  readonly scope?: Scope;
  /** Its result has passages or citations, which the evidence app can show. */
  readonly hasEvidence?: boolean;
  run(input: unknown, call: ToolCall): Promise<CallToolResult>;
}
