import { type Logger, validate } from '@lectern/service';
import type { z } from 'zod';
import type { ToolCall } from '../calls/tool-call.ts';
import type { Tool } from './tool.ts';
import { toToolError } from './tool-error.ts';
import { createToolFailure, createToolResult } from './tool-result.ts';

/** The public parts of a tool, and the logger of its failures. */
export interface DescribedTool<Input extends z.ZodObject, Output extends z.ZodObject>
  extends Pick<Tool, 'name' | 'title' | 'description' | 'scope' | 'hasEvidence'> {
  readonly inputSchema: Input;
  readonly outputSchema: Output;
  readonly logger: Logger;
}

interface CheckedTool<Input extends z.ZodObject, Output extends z.ZodObject>
  extends DescribedTool<Input, Output>,
    Pick<Tool, 'annotations'> {
  /** @throws AppError */
  readonly work: (input: z.output<Input>, call: ToolCall) => Promise<z.output<Output>>;
  /** The tool's own error form. Default: the common one. */
  readonly describeFailure?: DescribeFailure;
}

/** Returns the answer of a failed call. No internals may leak. */
export type DescribeFailure = (
  error: unknown,
  input: unknown,
  call: Pick<ToolCall, 'requestId'>,
) => Readonly<Record<string, unknown>>;

/** Creates a tool whose arguments are validated. */
export function createCheckedTool<Input extends z.ZodObject, Output extends z.ZodObject>({
  work,
  describeFailure = (error) => ({ ...toToolError(error) }),
  logger,
  ...described
}: CheckedTool<Input, Output>): Tool {
  return {
    ...described,
    async run(input, call) {
      try {
        return createToolResult(await work(validate(described.inputSchema, input ?? {}), call));
      } catch (error) {
        logger.warn(
          { err: error, tool: described.name, request_id: call.requestId },
          'a tool call failed',
        );
        return createToolFailure(describeFailure(error, input, call));
      }
    },
  };
}
