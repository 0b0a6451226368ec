import type { Endpoint } from '../endpoints/endpoint.ts';
import type { AnswerOf } from '../endpoints/endpoint-types.ts';
import type { EndpointName } from '../endpoints/index.ts';
import type { AnyCall, Call, StreamedName } from './call.ts';
import { toAddress } from './call-address.ts';
import type { EndpointClient } from './endpoint-client.ts';

export type { Call, StreamedName, StreamedOf, UploadName } from './call.ts';
export { toAddress } from './call-address.ts';

/** Client of the gateway for a page, with the session's cookie. Does not retry. */
export type BrowserClient = EndpointClient;

export type BrowserRoute = Pick<Endpoint, 'method' | 'path'>;

export interface BrowserClientOptions {
  /** The endpoint table without schemas, which would be a tenth of a page's first load. */
  readonly routes: Readonly<Record<EndpointName, BrowserRoute>>;
  /** @throws an error for a rejected request, which reaches the caller. */
  readonly fetch: typeof globalThis.fetch;
}

/**
 * Validates a response of an endpoint that something else than the client has fetched; loads its
 * schemas first.
 *
 * @throws AppError `upstream_failed` for an invalid response.
 */
export async function readAnswer<Name extends EndpointName>(
  name: Name,
  answer: unknown,
): Promise<AnswerOf<Name>> {
  const { checkEndpointAnswer } = await import('./checked-endpoints.ts');
  return checkEndpointAnswer(name, answer);
}

/**
 * Creates a client of the page's own origin. Plain responses are not validated, since they come
 * from the page's own gateway; events are, by schemas that are loaded with the first stream.
 */
export function createBrowserClient({ routes, fetch }: BrowserClientOptions): BrowserClient {
  const open = (name: EndpointName, call: AnyCall, form?: FormData) => {
    const { params, query, body, signal, headers } = call;
    return fetch(toAddress(routes[name], params, query), {
      method: routes[name].method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(form && { body: form }),
      ...(signal && { signal }),
    });
  };
  const send = async <Name extends EndpointName>(name: Name, call: AnyCall, form?: FormData) => {
    const text = await (await open(name, call, form)).text();
    return (text === '' ? undefined : JSON.parse(text)) as AnswerOf<Name>;
  };
  return {
    call: (name, call) => send(name, call ?? {}),
    upload: (name, form, call) => send(name, call ?? {}, form),
    async *stream<Name extends StreamedName>(name: Name, call: Call<Name> = {}) {
      const schemas = import('./checked-endpoints.ts');
      const headers = { ...call.headers, accept: 'text/event-stream' };
      const response = await open(name, { ...call, headers });
      yield* (await schemas).readEndpointStream(name, response);
    },
  };
}
