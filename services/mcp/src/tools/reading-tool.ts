import { type Logger, validate } from '@lectern/service';
import type { z } from 'zod';
import type { Knowledge, KnowledgeCall } from '../ports/knowledge.ts';
import { toKnowledgeCall } from './knowledge-call.ts';
import type { Tool } from './tool.ts';
import { toToolError } from './tool-error.ts';
import { createToolFailure, createToolResult } from './tool-result.ts';

export interface ReadingOptions {
  readonly knowledge: Knowledge;
  /** Time of one call. */
  readonly timeoutMs: number;
  readonly logger: Logger;
}

interface ReadingTool<Input extends z.ZodObject, Output extends z.ZodObject>
  extends Omit<ReadingOptions, 'knowledge'>,
    Pick<Tool, 'name' | 'title' | 'description'> {
  readonly inputSchema: Input;
  readonly outputSchema: Output;
  /** May throw `AppError`. */
  readonly read: (input: z.output<Input>, call: KnowledgeCall) => Promise<z.output<Output>>;
  /** What a failure says besides its error. */
  readonly describeFailure?: (input: unknown) => Readonly<Record<string, unknown>>;
}

/** A tool that reads from the knowledge service and fails in the common error form. */
export function createReadingTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  options: ReadingTool<Input, Output>,
): Tool {
  const { name, title, description, inputSchema, outputSchema, timeoutMs, logger, read } = options;
  return {
    name,
    title,
    description,
    inputSchema,
    outputSchema,
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    async run(input, call) {
      try {
        const content = await read(
          validate(inputSchema, input ?? {}),
          toKnowledgeCall(call, timeoutMs),
        );
        return createToolResult(content);
      } catch (error) {
        logger.warn({ err: error, tool: name, request_id: call.requestId }, 'a tool call failed');
        return createToolFailure({ ...options.describeFailure?.(input), ...toToolError(error) });
      }
    },
  };
}
