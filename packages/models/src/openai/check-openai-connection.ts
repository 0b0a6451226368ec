import { toModelProblem } from '@lectern/contracts';
import { z } from 'zod';
import type { ConnectionState } from '../language-model.ts';
import { withoutCredentials } from '../model-api-error.ts';
import type { OpenaiConnection } from './openai-stream.ts';

const listSchema = z.looseObject({ data: z.array(z.looseObject({ id: z.string() })) });

/** Requests the API's list of models, which costs nothing, and looks for this model in it. */
export async function checkOpenaiConnection(
  {
    baseUrl,
    apiKey,
    name,
    fetch = globalThis.fetch,
  }: Pick<OpenaiConnection, 'baseUrl' | 'apiKey' | 'fetch'> & { readonly name: string },
  signal: AbortSignal,
): Promise<ConnectionState> {
  const where = `model ${name} at ${withoutCredentials(baseUrl)}`;
  try {
    const response = await fetch(`${baseUrl}/models`, {
      headers: { accept: 'application/json', ...(apiKey && { authorization: `Bearer ${apiKey}` }) },
      redirect: 'error',
      signal,
    });
    if (response.status === 401 || response.status === 403) {
      const key = apiKey ? 'refuses MODEL_API_KEY' : 'wants a key; set MODEL_API_KEY';
      return { problem: 'key_refused', message: `${where}: it ${key} (${response.status})` };
    }
    const list = listSchema.safeParse(await response.json().catch(() => undefined));
    // Some servers have no list of models; only a question shows whether they answer.
    if (response.status === 404 || (response.ok && !list.success))
      return { problem: null, message: where };
    if (!list.success) {
      return {
        problem: toModelProblem(response.status),
        message: `${where}: it answers ${response.status}`,
      };
    }
    const ids = list.data.data.map(({ id }) => id);
    if (ids.length === 0 || ids.some((id) => isSameModel(id, name)))
      return { problem: null, message: where };
    const known = ids.slice(0, maxNamed).join(', ');
    return {
      problem: 'model_unknown',
      message: `${where}: it does not know this MODEL_NAME; it has ${known}${ids.length > maxNamed ? ' …' : ''}`,
    };
  } catch (error) {
    if (signal.aborted)
      return { problem: 'too_slow', message: `${where}: it does not answer in time` };
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : undefined;
    const code = cause && 'code' in cause ? ` (${String(cause.code)})` : '';
    return {
      problem: 'unreachable',
      message: `${where}: it cannot be reached${code}; check MODEL_BASE_URL`,
    };
  }
}

const maxNamed = 5;

/** Some servers list the model `x` as `models/x` or `x:latest`. */
function isSameModel(id: string, name: string): boolean {
  return id === name || id === `${name}:latest` || id.endsWith(`/${name}`);
}
