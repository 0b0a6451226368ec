import type { Dispatcher } from 'undici';
import type { Upstream } from './upstream.ts';

const maxAnswerBytes = 1_048_576;

export interface UpstreamQuestion {
  readonly method: Dispatcher.HttpMethod;
  /** Path on the service. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: object;
  /** Time limit to the end of the response. */
  readonly timeoutMs: number;
}

/**
 * Sends a request of the gateway itself to a service, once. The response is JSON of at most 1 MiB,
 * whatever its status.
 */
export async function askUpstream(
  { pool, basePath }: Upstream,
  { method, path, headers, body, timeoutMs }: UpstreamQuestion,
): Promise<{ readonly status: number; readonly answer: unknown }> {
  const response = await pool.request({
    method,
    path: basePath + path,
    headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
  });
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of response.body as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > maxAnswerBytes) throw new TypeError('the answer is too large');
    parts.push(part);
  }
  return { status: response.statusCode, answer: JSON.parse(Buffer.concat(parts).toString()) };
}
