import axios, { type AxiosAdapter, AxiosError, type AxiosInstance } from 'axios';
import axiosRetry from 'axios-retry';
import type { EndpointName } from '../endpoints/index.ts';
import { AppError } from '../errors.ts';
import { deadlineHeader, requestIdHeader } from '../identity.ts';
import type { Call } from './call.ts';
import { fillPath, toQuery } from './call-address.ts';
import { createEndpointClient, type EndpointClient } from './endpoint-client.ts';
import { readRefusal, toAppError } from './failure.ts';
import { startTimeout } from './start-timeout.ts';

export type { StreamedName, StreamedOf, UploadName } from './call.ts';
export { toAddress } from './call-address.ts';
export { readRefusal } from './failure.ts';

export interface ClientOptions {
  readonly baseUrl: string;
  /** `gateway` calls public paths, `inside` the paths of a service. */
  readonly paths: 'gateway' | 'inside';
  /** Maximum retries of a call when the service is unavailable or asks to wait. */
  readonly retries: number;
  /** Default deadline of a call, retries included. */
  readonly timeoutMs: number;
  /** Transport of JSON calls; default: axios's own. Must end with the signal of a request. */
  readonly adapter?: AxiosAdapter;
}

/** Additional options of calls by services and programs. */
export interface ClientExtra {
  readonly token?: string;
  readonly requestId?: string;
  /** Deadline of this call, retries included. */
  readonly timeoutMs?: number;
}

export type CallOptions<Name extends EndpointName> = Call<Name> & ClientExtra;

/**
 * `call` and `upload` are retried while the service is unavailable. A repeated upload creates one
 * document, since documents are identified by their content.
 */
export type Client = EndpointClient<ClientExtra>;

/**
 * Creates a typed client over the endpoint table. Retries stay within the deadline of the call: if
 * the next delay would exceed it, the last failure is thrown at once.
 */
export function createClient({ baseUrl, paths, retries, ...options }: ClientOptions): Client {
  const http = openHttp(retries, options.adapter);
  return createEndpointClient<ClientExtra>({
    prepare(endpoint, { params, token, requestId, headers, signal, ...call }) {
      const timeoutMs = call.timeoutMs ?? options.timeoutMs;
      const { signal: deadline, end } = startTimeout(timeoutMs);
      return {
        ...call,
        url: baseUrl + fillPath(endpoint, paths, params),
        timeoutMs,
        end,
        signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
        headers: {
          ...headers,
          [deadlineHeader]: String(timeoutMs),
          ...(token && { authorization: `Bearer ${token}` }),
          ...(requestId && { [requestIdHeader]: requestId }),
        },
      };
    },
    async send({ method }, { url, query, body, form, headers, signal, timeoutMs }) {
      try {
        const response = await http.request<unknown>({
          ...{ method, url: url + toQuery(query), data: body, headers },
          ...(signal && { signal }),
          ...(timeoutMs !== undefined && { timeout: timeoutMs }),
          // Sent by fetch, which reads a response that precedes the end of the files, and sets the
          // content type itself.
          ...(form && {
            data: form,
            adapter: 'fetch',
            headers: { ...headers, 'content-type': false },
          }),
        });
        return response.data;
      } catch (error) {
        throw toFailure(error, signal);
      }
    },
  });
}

/** Larger than the text of the largest document. */
const maxAnswerBytes = 512 * 1_048_576;

function openHttp(retries: number, adapter: AxiosAdapter | undefined): AxiosInstance {
  const http = axios.create({
    ...(adapter && { adapter }),
    proxy: false,
    maxRedirects: 0,
    maxContentLength: maxAnswerBytes,
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

const awayCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  // undici's codes for a lost connection and for none.
  'UND_ERR_SOCKET',
  'UND_ERR_CONNECT_TIMEOUT',
  // Code of the fetch adapter for all of these.
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

function toFailure(error: unknown, signal: AbortSignal | undefined): AppError {
  if (!(error instanceof AxiosError)) return toAppError(error, signal);
  const cause = toCause(error);
  if (error.response) {
    const { status, data, headers } = error.response;
    return readRefusal({ status, body: data, retryAfter: headers['retry-after'], cause });
  }
  const isLate = error.code === AxiosError.ECONNABORTED;
  return isLate
    ? new AppError('deadline_exceeded', undefined, { cause })
    : toAppError(cause, signal);
}

/** Omits the request: an error is printed with its cause, and the request contains the token. */
function toCause({ message, code, stack }: AxiosError): Error {
  return Object.assign(new Error(message), { code, stack });
}
