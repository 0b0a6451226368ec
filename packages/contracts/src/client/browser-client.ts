import type { Endpoint } from '../endpoints/endpoint.ts';
import type { AnswerOf, BodyOf } from '../endpoints/endpoint-types.ts';
import { type EndpointName, endpoints } from '../endpoints/index.ts';
import {
  type AnyCall,
  type CallBase,
  checkAnswer,
  fillPath,
  readStream,
  type StreamedName,
  type StreamedOf,
  type UploadName,
} from './call.ts';
import { fetchEndpoint, readAnswer } from './fetch-endpoint.ts';

export type { StreamedName, StreamedOf, UploadName } from './call.ts';

export interface BrowserCall<Name extends EndpointName> extends CallBase<Name> {
  readonly body?: BodyOf<Name>;
}

/** The gateway as a page calls it, with the session's cookie. Nothing is retried. */
export interface BrowserClient {
  /** @throws AppError what the gateway refused, or `service_unavailable`; see `fetchEndpoint`. */
  call<Name extends EndpointName>(name: Name, call?: BrowserCall<Name>): Promise<AnswerOf<Name>>;
  /** The checked events of an endpoint, as they come. Ends with the stream. */
  stream<Name extends StreamedName>(
    name: Name,
    call?: BrowserCall<Name>,
  ): AsyncGenerator<StreamedOf<Name>>;
  /** Sends files in a form with the field that the endpoint's row names. */
  upload<Name extends UploadName>(
    name: Name,
    form: FormData,
    call?: CallBase<Name>,
  ): Promise<AnswerOf<Name>>;
}

/** `baseUrl` is empty for the page's own origin. */
export function createBrowserClient(baseUrl = ''): BrowserClient {
  const open = (endpoint: Endpoint, call: AnyCall, form?: FormData) =>
    fetchEndpoint(endpoint, {
      url: baseUrl + fillPath(endpoint, 'gateway', call.params),
      query: call.query,
      body: call.body,
      signal: call.signal,
      ...(call.headers && { headers: call.headers }),
      ...(form && { form }),
    });
  return {
    async call<Name extends EndpointName>(name: Name, call: BrowserCall<Name> = {}) {
      const endpoint: Endpoint = endpoints[name];
      return checkAnswer<Name>(endpoint, await readAnswer(await open(endpoint, call)));
    },
    async *stream<Name extends StreamedName>(name: Name, call: BrowserCall<Name> = {}) {
      const endpoint: Endpoint = endpoints[name];
      const headers = { ...call.headers, accept: 'text/event-stream' };
      yield* readStream<Name>(endpoint, await open(endpoint, { ...call, headers }));
    },
    async upload<Name extends UploadName>(name: Name, form: FormData, call: CallBase<Name> = {}) {
      const endpoint: Endpoint = endpoints[name];
      return checkAnswer<Name>(endpoint, await readAnswer(await open(endpoint, call, form)));
    },
  };
}
