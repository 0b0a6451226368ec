import type { Scope } from '@lectern/contracts';
import type { CallToolResult, ToolAnnotations } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { Language } from '../calls/languages.ts';
import type { ToolCall } from '../calls/tool-call.ts';

/**
 * A tool for models. `run` validates the arguments against `inputSchema` itself and returns every
 * failure in the tool's own error form; it does not throw.
 */
export interface Tool {
  readonly name: string;
  readonly title: string;
  /**
   * Text for a model: the results, when to use the tool, examples. A client gets one language.
   * Maximum 1,024 characters, since OpenAI and others reject longer ones.
   */
  readonly description: Readonly<Record<Language, string>>;
  readonly inputSchema: z.ZodObject;
  /** Absent if the result is untrusted. */
  readonly outputSchema?: z.ZodObject;
  readonly annotations: ToolAnnotations;
  /** Callers without the scope cannot call the tool, so it is not listed for them. */
  readonly scope?: Scope;
  /** The result has passages or citations that the evidence app can show. */
  readonly hasEvidence?: boolean;
  run(input: unknown, call: ToolCall): Promise<CallToolResult>;
}
