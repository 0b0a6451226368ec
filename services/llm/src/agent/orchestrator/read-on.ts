import type { ModelTool } from '@lectern/models';
import { z } from 'zod';
import { type NodeRuntime, toCallContext } from '../../graphs/graph-context.ts';
import type { AgentDependencies } from '../agent-dependencies.ts';
import type { WantedCall } from '../agent-state.ts';
import type { CallResult } from './call-documents.ts';
import { recordCall } from './record-call.ts';
import { resultLimitOf, showResult } from './show-result.ts';

/** The tool that is offered once a result of the turn was cut. */
export const readResultTool: ModelTool = {
  name: 'read_result',
  description: 'Reads on in a result that was cut, by what stands behind it.',
  parameters: {
    type: 'object',
    properties: { result_id: { type: 'string' }, offset: { type: 'integer', minimum: 0 } },
    required: ['result_id', 'offset'],
  },
};

const argumentsSchema = z.object({
  result_id: z.string(),
  offset: z.coerce.number().int().min(0).max(10_000_000).default(0),
});

/** Returns the next part of a cut result. Another person's result is not found. */
export async function readOn(
  { outside }: AgentDependencies,
  call: WantedCall,
  runtime: NodeRuntime,
): Promise<CallResult> {
  const { emit, models } = runtime.context;
  const given = argumentsSchema.safeParse(call.arguments);
  if (!given.success) return { content: 'It takes a result_id and an offset.', update: {} };
  const { result_id: resultId, offset } = given.data;
  const startedAt = performance.now();
  emit({ type: 'tool_start', server: call.server, tool: call.tool });
  const limit = resultLimitOf(models.contextTokens);
  const part = await outside.readResult({ resultId, offset, limit }, toCallContext(runtime));
  emit({
    type: 'tool_end',
    found: undefined,
    call: {
      ...recordCall(
        call,
        part
          ? { kind: 'text', characters: part.text.length }
          : { kind: 'failure', code: 'not_found' },
      ),
      duration_ms: Math.round(performance.now() - startedAt),
      resultBytes: Buffer.byteLength(part?.text ?? ''),
      result: part ? [{ result_id: resultId }] : [],
    },
  });
  if (!part) return { content: 'There is no such result any more.', update: {} };
  const rest = part.next_offset === null ? null : { resultId, offset: part.next_offset };
  return { content: showResult({ tool: call.tool, text: part.text, rest }), update: {} };
}
