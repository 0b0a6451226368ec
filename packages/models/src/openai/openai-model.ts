import { generateWithRetries } from '../generate-with-retries.ts';
import type { LanguageModel } from '../language-model.ts';
import { checkOpenaiConnection } from './check-openai-connection.ts';
import { type OpenaiConnection, streamOpenai } from './openai-stream.ts';
import { toOpenaiRequest } from './to-openai-request.ts';

export interface OpenaiModelOptions extends OpenaiConnection {
  /** Name in `/health` and traces. Default `openai`. */
  readonly provider?: string;
  readonly name: string;
  /** Delay before the first retry, doubled for the next. Default 500. */
  readonly retryDelayMs?: number;
}

/** A model behind an OpenAI-compatible chat completions API. */
export function createOpenaiModel(options: OpenaiModelOptions): LanguageModel {
  const { provider = 'openai', name, retryDelayMs = 500 } = options;
  const refused = new Set<string>();
  return {
    provider,
    name,
    toolChoices: ['none', 'auto', 'required'],
    checkConnection: (signal) => checkOpenaiConnection(options, signal),
    generate: (request, signal) =>
      generateWithRetries(
        () => streamOpenai(options, toOpenaiRequest(name, request, refused), signal),
        { retryDelayMs, refused },
        signal,
      ),
  };
}
