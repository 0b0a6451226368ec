import type Anthropic from '@anthropic-ai/sdk';
import { APIError } from '@anthropic-ai/sdk';
import { toModelProblem } from '@lectern/contracts';
import type { ConnectionState } from '../language-model.ts';
import { findCode, withoutCredentials } from '../model-api-error.ts';

/** Requests the API's description of the model, which costs nothing. */
export async function checkAnthropicConnection(
  { client, name }: { readonly client: Anthropic; readonly name: string },
  signal: AbortSignal,
): Promise<ConnectionState> {
  const where = `model ${name} at ${withoutCredentials(client.baseURL)}`;
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
    const problem = toModelProblem(status);
    switch (problem) {
      case 'key_refused':
        return { problem, message: `${where}: it refuses MODEL_API_KEY (${status})` };
      case 'model_unknown':
        // A proxy may describe no models; only a question shows whether it answers.
        return error instanceof APIError && error.type === 'not_found_error'
          ? { problem, message: `${where}: it does not know this MODEL_NAME` }
          : { problem: null, message: where };
      default:
        return { problem, message: `${where}: it answers ${status}` };
    }
  }
}
