import type Anthropic from '@anthropic-ai/sdk';
import { APIError } from '@anthropic-ai/sdk';
import type { ModelCondition } from '@lectern/answering';
import { withoutPassword } from '../address.ts';
import { findCode, toProblem } from '../model-api-error.ts';

/** Asks the API for the model's card, which costs nothing, and tells what would keep it from answering. */
export async function examineModel(
  { client, name }: { readonly client: Anthropic; readonly name: string },
  signal: AbortSignal,
): Promise<ModelCondition> {
  const where = `model ${name} at ${withoutPassword(client.baseURL)}`;
  try {
    await client.models.retrieve(name, {}, { signal });
    return { problem: null, message: where };
  } catch (error) {
    if (signal.aborted)
      return { problem: 'too_slow', message: `${where}: it does not answer in time` };
    const status = error instanceof APIError ? error.status : undefined;
    if (status === undefined) {
      return {
        problem: 'unreachable',
        message: `${where}: it cannot be reached (${findCode(error)}); check MODEL_BASE_URL`,
      };
    }
    const problem = toProblem(status);
    switch (problem) {
      case 'key_refused':
        return { problem, message: `${where}: it refuses MODEL_API_KEY (${status})` };
      case 'model_unknown':
        // A proxy may know no cards; whether it answers shows with the first question.
        return error instanceof APIError && error.type === 'not_found_error'
          ? { problem, message: `${where}: it does not know this MODEL_NAME` }
          : { problem: null, message: where };
      default:
        return { problem, message: `${where}: it answers ${status}` };
    }
  }
}
