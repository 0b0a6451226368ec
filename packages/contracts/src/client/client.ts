import axios, { AxiosError, type AxiosInstance, type RawAxiosRequestConfig } from 'axios';
import axiosRetry from 'axios-retry';
import type { Endpoint } from '../endpoints/endpoint.ts';
import type { AnswerOf } from '../endpoints/endpoint-types.ts';
import { type EndpointName, endpoints } from '../endpoints/index.ts';
import { AppError } from '../errors.ts';
import { deadlineHeader, requestIdHeader } from '../identity.ts';
import {
  type CallOptions,
  checkAnswer,
  fillPath,
  readStream,
  type StreamedName,
  type StreamedOf,
  type UploadName,
} from './call.ts';
import { readRefusal } from './failure.ts';
import { fetchEndpoint } from './fetch-endpoint.ts';

export type { CallOptions, StreamedName, StreamedOf, UploadName } from './call.ts';

export interface ClientOptions {
  readonly baseUrl: string;
  /** `gateway` calls the public paths, `inside` those of a service. */
  readonly paths: 'gateway' | 'inside';
  /** Retries of one call when the service is away or asks to wait. */
  readonly retries: number;
  /** Deadline of one call, retries included, when the call gives none. */
  readonly timeoutMs: number;
}

export interface Client {
  /**
   * Calls an endpoint and checks its answer.
   *
   * @throws AppError what the service refused, `service_unavailable`, `deadline_exceeded`, or
   *   `upstream_failed` for an answer that breaks its contract.
   */
  call<Name extends EndpointName>(name: Name, options?: CallOptions<Name>): Promise<AnswerOf<Name>>;
  /**
   * The checked events of an endpoint as they come, without retries; the deadline is that of the
   * whole stream. Throws as `call` does.
   */
  stream<Name extends StreamedName>(
    name: Name,
    options?: CallOptions<Name>,
  ): AsyncGenerator<StreamedOf<Name>>;
  /** Sends files, again while the service is away: an upload is told by its content. Throws as `call` does. */
  upload<Name extends UploadName>(
    name: Name,
    form: FormData,
    options?: Omit<CallOptions<Name>, 'body'>,
  ): Promise<AnswerOf<Name>>;
}

/**
 * A typed client over the endpoint table. Retries stay inside the deadline of the call: when the
 * wait before the next try would pass it, the last failure is the answer, at once.
 */
export function createClient(options: ClientOptions): Client {
  const http = openHttp(options);

  const send = async <Name extends EndpointName>(
    name: Name,
    call: CallOptions<Name>,
    sent: Pick<RawAxiosRequestConfig, 'data' | 'adapter' | 'headers'>,
  ): Promise<AnswerOf<Name>> => {
    const endpoint: Endpoint = endpoints[name];
    const timeoutMs = call.timeoutMs ?? options.timeoutMs;
    const deadline = AbortSignal.timeout(timeoutMs);
    try {
      const response = await http.request({
        method: endpoint.method,
        url: fillPath(endpoint, options.paths, call.params),
        params: call.query,
        signal: withDeadline(call.signal, deadline),
        timeout: timeoutMs,
        ...sent,
        headers: { ...toHeaders(call, timeoutMs), ...sent.headers },
      });
      return checkAnswer<Name>(endpoint, response.data);
    } catch (error) {
      throw toAppError(error, deadline.aborted);
    }
  };

  return {
    call: (name, call = {}) => send(name, call, { data: call.body }),
    // By fetch, which reads an answer that comes before the files were read, and writes the
    // content type itself.
    upload: (name, form, call = {}) =>
      send(name, call, { data: form, adapter: 'fetch', headers: { 'content-type': false } }),
    async *stream<Name extends StreamedName>(name: Name, call: CallOptions<Name> = {}) {
      const endpoint: Endpoint = endpoints[name];
      const timeoutMs = call.timeoutMs ?? options.timeoutMs;
      const deadline = AbortSignal.timeout(timeoutMs);
      const response = await fetchEndpoint(endpoint, {
        url: options.baseUrl + fillPath(endpoint, options.paths, call.params),
        query: call.query,
        body: call.body,
        headers: { ...toHeaders(call, timeoutMs), accept: 'text/event-stream' },
        signal: withDeadline(call.signal, deadline),
      });
      try {
        yield* readStream<Name>(endpoint, response);
      } catch (error) {
        throw toAppError(error, deadline.aborted);
      }
    },
  };
}

function openHttp({ baseUrl, retries }: ClientOptions): AxiosInstance {
  const http = axios.create({
    baseURL: baseUrl,
    proxy: false,
    maxRedirects: 0,
    validateStatus: (status) => status < 400,
  });
  axiosRetry(http, {
    retries,
    shouldResetTimeout: false,
    retryDelay: (count, error) => Math.max(retryAfterMs(error), axiosRetry.exponentialDelay(count)),
    retryCondition: isWorthRetrying,
    onRetry: (_count, _error, request) => {
      request.headers = {
        ...request.headers,
        [deadlineHeader]: String(Math.ceil(request.timeout ?? 0)),
      };
    },
  });
  return http;
}

function toHeaders(
  { token, requestId, headers }: Pick<CallOptions<'search'>, 'token' | 'requestId' | 'headers'>,
  timeoutMs: number,
): Record<string, string> {
  return {
    ...headers,
    [deadlineHeader]: String(timeoutMs),
    ...(token && { authorization: `Bearer ${token}` }),
    ...(requestId && { [requestIdHeader]: requestId }),
  };
}

function withDeadline(signal: AbortSignal | undefined, deadline: AbortSignal): AbortSignal {
  return signal ? AbortSignal.any([signal, deadline]) : deadline;
}

const awayCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  // What the fetch adapter says of all of these.
  'ERR_NETWORK',
]);

function isWorthRetrying(error: AxiosError): boolean {
  if (axios.isCancel(error)) return false;
  const status = error.response?.status;
  if (status !== undefined) return status === 429 || status === 502 || status === 503;
  return awayCodes.has(error.code ?? '');
}

function retryAfterMs(error: AxiosError): number {
  const seconds = Number(error.response?.headers['retry-after']);
  return Number.isFinite(seconds) ? seconds * 1000 : 0;
}

/** What went wrong with a call, in the catalogue's words. */
function toAppError(error: unknown, deadlinePassed: boolean): AppError {
  if (error instanceof AppError && !deadlinePassed) return error;
  if (error instanceof AxiosError && error.response) {
    const { status, data, headers } = error.response;
    return readRefusal({ status, body: data, retryAfter: headers['retry-after'], cause: error });
  }
  const timedOut = error instanceof AxiosError && error.code === AxiosError.ECONNABORTED;
  if (deadlinePassed || timedOut) {
    return new AppError('deadline_exceeded', undefined, { cause: error });
  }
  if (axios.isCancel(error)) {
    return new AppError('client_closed_request', undefined, { cause: error });
  }
  return new AppError('service_unavailable', undefined, { cause: error });
}
