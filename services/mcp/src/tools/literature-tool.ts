import { AppError } from '@lectern/contracts';
import type { Logger } from '@lectern/service';
import type { z } from 'zod';
import type { ToolCall } from '../calls/tool-call.ts';
import type { LiteratureCall } from '../literature/fetch-call.ts';
import type { Literature } from '../literature/literature.ts';
import { createCheckedTool, type DescribedTool } from './checked-tool.ts';
import type { Tool } from './tool.ts';

export interface LiteratureToolOptions {
  readonly literature: Literature;
  /** Timeout of one call, including the wait for the services' rate limits. */
  readonly timeoutMs: number;
  readonly logger: Logger;
}

interface LiteratureTool<Input extends z.ZodObject, Output extends z.ZodObject>
  extends DescribedTool<Input, Output>,
    Pick<LiteratureToolOptions, 'timeoutMs'> {
  /** @throws AppError */
  readonly fetch: (input: z.output<Input>, call: LiteratureCall) => Promise<z.output<Output>>;
}

/** Time that is reserved for the answer before the caller's deadline. */
const answerMs = 30;

/** Creates a tool over outside literature with the common error form. */
export function createLiteratureTool<Input extends z.ZodObject, Output extends z.ZodObject>({
  fetch,
  timeoutMs,
  ...described
}: LiteratureTool<Input, Output>): Tool {
  return createCheckedTool({
    ...described,
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: true },
    work: (input, call) => withDeadline(call, timeoutMs, (inTime) => fetch(input, inTime)),
  });
}

/** Aborts with an error of ours, so that a stored answer replaces a late one. */
async function withDeadline<Result>(
  { principal, signal, deadlineMs = Number.POSITIVE_INFINITY }: ToolCall,
  timeoutMs: number,
  work: (call: LiteratureCall) => Promise<Result>,
): Promise<Result> {
  const deadline = new AbortController();
  const timer = setTimeout(
    () => deadline.abort(new AppError('deadline_exceeded')),
    Math.max(1, Math.min(timeoutMs, deadlineMs - answerMs)),
  );
  try {
    return await work({
      organisationId: principal.organisationId,
      signal: AbortSignal.any([signal, deadline.signal]),
    });
  } finally {
    clearTimeout(timer);
  }
}
