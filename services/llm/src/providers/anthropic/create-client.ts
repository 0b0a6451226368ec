import Anthropic from '@anthropic-ai/sdk';

export interface ClientOptions {
  /** Without `/v1`, which the library adds; one at its end is left out. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** To the first event and between events. */
  readonly timeoutMs: number;
}

/**
 * The library's client, which takes nothing but these options: no key or profile of the machine,
 * no logs, and no spans of its own, all of which may hold texts. Headers of the variable
 * `ANTHROPIC_CUSTOM_HEADERS` are the one thing that it reads all the same.
 */
export function createClient({ baseUrl, apiKey, timeoutMs }: ClientOptions): Anthropic {
  return new Anthropic({
    apiKey,
    baseURL: baseUrl.replace(/\/v1$/, ''),
    webhookKey: null,
    timeout: timeoutMs,
    maxRetries: 0,
    fetchOptions: { redirect: 'error' },
    openTelemetry: false,
    logLevel: 'off',
  });
}
