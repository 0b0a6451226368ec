import type { Logger } from '@lectern/service';
import type { z } from 'zod';
import type { Knowledge, KnowledgeCall } from '../knowledge/knowledge.ts';
import { toKnowledgeCall } from '../knowledge/knowledge-call.ts';
import { createCheckedTool, type DescribedTool, type DescribeFailure } from './checked-tool.ts';
import type { Tool } from './tool.ts';

export interface ReadingOptions {
  readonly knowledge: Knowledge;
  /** Timeout of one call. */
  readonly timeoutMs: number;
  readonly logger: Logger;
}

interface ReadingTool<Input extends z.ZodObject, Output extends z.ZodObject>
  extends DescribedTool<Input, Output>,
    Pick<ReadingOptions, 'timeoutMs'> {
  /** @throws AppError */
  readonly read: (input: z.output<Input>, call: KnowledgeCall) => Promise<z.output<Output>>;
  /** The tool's own error form. Default: the common one. */
  readonly describeFailure?: DescribeFailure;
}

/** Creates a tool that reads from the knowledge service. */
export function createReadingTool<Input extends z.ZodObject, Output extends z.ZodObject>({
  read,
  timeoutMs,
  ...described
}: ReadingTool<Input, Output>): Tool {
  return createCheckedTool({
    ...described,
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    work: (input, call) => read(input, toKnowledgeCall(call, timeoutMs)),
  });
}
