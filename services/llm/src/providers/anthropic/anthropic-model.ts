import type { LanguageModel } from '@lectern/answering';
import { generateWithRetries } from '../generate-with-retries.ts';
import { type ClientOptions, createClient } from './create-client.ts';
import { examineModel } from './examine-model.ts';
import { streamMessage } from './stream-message.ts';
import { toMessageBody } from './to-message-body.ts';

export interface AnthropicModelOptions extends ClientOptions {
  readonly name: string;
  /** Waited before the first retry, doubled for the next. Default 500. */
  readonly retryDelayMs?: number;
}

/** A model behind Anthropic's Messages API. */
export function createAnthropicModel(options: AnthropicModelOptions): LanguageModel {
  const { name, timeoutMs, retryDelayMs = 500 } = options;
  const client = createClient(options);
  const refused = new Set<string>();
  return {
    provider: 'anthropic',
    name,
    toolChoices: ['none', 'auto', 'required'],
    examine: (signal) => examineModel({ client, name }, signal),
    generate: (request, signal) =>
      generateWithRetries(
        () => streamMessage({ client, timeoutMs }, toMessageBody(name, request, refused), signal),
        { retryDelayMs, refused },
        signal,
      ),
  };
}
