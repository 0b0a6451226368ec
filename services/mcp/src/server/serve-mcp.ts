import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@lectern/contracts';
import { onClosed, readJsonBody } from '@lectern/service';
import { toNodeHandler } from '@modelcontextprotocol/node';
import {
  type AuthInfo,
  isInitializeRequest,
  type McpHttpHandler,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import { needTools, readCaller } from '../calls/auth-info.ts';
import type { FindHiddenTools } from '../tools/meta-tools/find-hidden-tools.ts';

export interface ServeMcpOptions {
  readonly onerror: (error: Error) => void;
  /** Undefined: every tool is listed for everybody. */
  readonly findHidden: FindHiddenTools | undefined;
}

export type ServeMcp = (
  request: IncomingMessage & { auth: AuthInfo },
  response: ServerResponse,
) => Promise<void>;

/** The SDK would answer an internal error with the text of its schema. */
const refuseInitialize = (id: unknown = null) => ({
  jsonrpc: '2.0',
  id,
  error: {
    code: ProtocolErrorCode.InvalidParams,
    message: 'initialize needs the params protocolVersion, capabilities and clientInfo.',
  },
});

/**
 * No served revision has batches. The SDK would run each message, but limits, scopes and hidden
 * tools apply to one message per request.
 */
const batchRefusal = {
  jsonrpc: '2.0',
  id: null,
  error: {
    code: ProtocolErrorCode.InvalidRequest,
    message: 'Batches are not supported. Send one message per request.',
  },
};

/**
 * Serves the handler over HTTP at half the cost of the SDK's adapter: the body of a call is limited
 * while it is read and parsed once, and an answer without a stream is written at once. Other
 * requests use the SDK's adapter.
 */
export function createServeMcp(
  handler: McpHttpHandler,
  { onerror, findHidden }: ServeMcpOptions,
): ServeMcp {
  const serveAny = toNodeHandler(handler, { onerror });
  return async (request, response) => {
    if (request.method !== 'POST') return serveAny(request, response);
    const gone = new AbortController();
    onClosed(response, () => {
      if (!response.writableFinished) gone.abort();
    });
    const parsedBody = await readCall(request);
    if (Array.isArray(parsedBody)) {
      await send(Response.json(batchRefusal, { status: 400 }), response);
      return;
    }
    if (
      isRecord(parsedBody) &&
      parsedBody.method === 'initialize' &&
      !isInitializeRequest(parsedBody)
    ) {
      await send(Response.json(refuseInitialize(parsedBody.id), { status: 400 }), response);
      return;
    }
    const caller = readCaller(request.auth);
    const hidden =
      findHidden && caller && isListing(parsedBody) ? await findHidden(caller, gone.signal) : [];
    const answer = await handler.fetch(
      new Request(`http://localhost${request.url}`, {
        method: 'POST',
        headers: toHeaders(request),
        signal: gone.signal,
      }),
      {
        authInfo: needTools(request.auth, {
          hidden,
          called: findCalled(parsedBody),
          cursor: findCursor(parsedBody),
        }),
        ...(parsedBody !== undefined && { parsedBody }),
      },
    );
    await send(answer, response);
  };
}

/**
 * Reads a JSON body within its limits. Returns undefined for invalid JSON, which the SDK answers
 * like an empty body.
 */
async function readCall(request: IncomingMessage): Promise<unknown> {
  return readJsonBody(request).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'invalid_json') return undefined;
    throw error;
  });
}

function isListing(body: unknown): boolean {
  return isRecord(body) && body.method === 'tools/list';
}

/** Returns the cursor of a `tools/list` message. */
function findCursor(body: unknown): string | undefined {
  if (!isRecord(body) || !isListing(body) || !isRecord(body.params)) return undefined;
  const { cursor } = body.params;
  return typeof cursor === 'string' ? cursor : undefined;
}

/** Returns the name of the tool in a `tools/call` message. */
function findCalled(body: unknown): string | undefined {
  if (!isRecord(body) || body.method !== 'tools/call' || !isRecord(body.params)) return undefined;
  const { name } = body.params;
  return typeof name === 'string' ? name : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** The SDK asks for both types by name, also from a client that accepts every type. */
function toHeaders(request: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value));
  if (/(^|[\s,])\*\/\*/.test(request.headers.accept ?? '*/*')) {
    headers.set('accept', 'application/json, text/event-stream');
  }
  return headers;
}

async function send(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (!answer.headers.get('content-type')?.startsWith('text/event-stream') || !answer.body) {
    response.end(Buffer.from(await answer.arrayBuffer()));
    return;
  }
  await pipeline(Readable.fromWeb(answer.body), response).catch(() => response.destroy());
}
