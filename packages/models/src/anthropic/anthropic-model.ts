import Anthropic from '@anthropic-ai/sdk';
import type { GuardedFetch } from '@lectern/service';
import { generateWithRetries } from '../generate-with-retries.ts';
import type { LanguageModel } from '../language-model.ts';
import { streamAnthropic } from './anthropic-stream.ts';
import { checkAnthropicConnection } from './check-anthropic-connection.ts';
import { toAnthropicRequest } from './to-anthropic-request.ts';

export interface AnthropicModelOptions {
  /** Address without `/v1`, which the library adds; a `/v1` at its end is removed. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly name: string;
  /** Maximum time to the first event and between events. */
  readonly timeoutMs: number;
  /** Default: the global one. */
  readonly fetch?: GuardedFetch;
  /** Delay before the first retry, doubled for the next. Default 500. */
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
    checkConnection: (signal) => checkAnthropicConnection({ client, name }, signal),
    generate: (request, signal) =>
      generateWithRetries(
        () =>
          streamAnthropic(
            { client, timeoutMs },
            toAnthropicRequest(name, request, refused),
            signal,
          ),
        { retryDelayMs, refused },
        signal,
      ),
  };
}

/**
 * Creates the library's client. It reads no key or profile of the machine and writes no logs and no
 * spans of its own, all of which may contain texts. It still reads headers from the variable
 * `ANTHROPIC_CUSTOM_HEADERS`.
 */
function createClient({ baseUrl, apiKey, timeoutMs, fetch }: AnthropicModelOptions): Anthropic {
  return new Anthropic({
    apiKey,
    baseURL: baseUrl.replace(/\/v1$/, ''),
    webhookKey: null,
    timeout: timeoutMs,
    maxRetries: 0,
    fetchOptions: { redirect: 'error' },
    ...(fetch && { fetch: (address, init) => fetch(toUrl(address), init) }),
    openTelemetry: false,
    logLevel: 'off',
  });
}

function toUrl(address: string | URL | Request): string | URL {
  return address instanceof Request ? address.url : address;
}
