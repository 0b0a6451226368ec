import type { Headers } from './sign-in.ts';

export interface Received {
  readonly status: number;
  readonly headers: globalThis.Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: checks look into answers of every kind
  readonly body: any;
}

export interface Sent {
  readonly method: string;
  readonly path: string;
  /** Sent as JSON, a form as multipart. */
  readonly body?: unknown;
  readonly headers?: Headers;
}

const timeoutMs = 60_000;

/** Sends a request as somebody. Of an endless event stream only the start is read. */
export async function send(url: string, as: Headers, request: Sent): Promise<Received> {
  const { method, path, body, headers } = request;
  const isForm = body instanceof FormData;
  const response = await fetch(url + path, {
    method,
    headers: {
      ...as,
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: isForm ? body : body === undefined ? null : JSON.stringify(body),
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  });
  const isEndless = method === 'GET' && response.headers.get('content-type')?.includes('event-');
  const text = isEndless ? await readStart(response) : await response.text();
  return { status: response.status, headers: response.headers, text, body: parse(text) };
}

async function readStart({ body }: Response): Promise<string> {
  const reader = body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  await reader?.cancel();
  return new TextDecoder().decode(value);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

let calls = 0;

/** Sends one MCP request to the gateway; `body` is the JSON-RPC answer, or the gateway's refusal. */
export async function sendMcp(
  url: string,
  as: Headers,
  { method, params = {} }: { readonly method: string; readonly params?: object | undefined },
): Promise<Received> {
  calls += 1;
  const received = await send(url, as, {
    method: 'POST',
    path: '/mcp',
    body: { jsonrpc: '2.0', id: calls, method, params },
    headers: {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
    },
  });
  const data = /^data: (.*)$/m.exec(received.text)?.[1];
  return data ? { ...received, body: JSON.parse(data) } : received;
}
