import axios, { AxiosError, type AxiosInstance } from 'axios';
import axiosRetry from 'axios-retry';
import type { ErrorBody } from './common.ts';
import { type Endpoint, insidePathOf } from './endpoints/endpoint.ts';
import type { AnswerOf, BodyOf, QueryOf } from './endpoints/endpoint-types.ts';
import { type EndpointName, endpoints } from './endpoints/index.ts';
import { AppError, type ErrorCode, type ErrorDetails, isErrorCode } from './errors.ts';
import { deadlineHeader, requestIdHeader } from './identity.ts';

export interface ClientOptions {
  readonly baseUrl: string;
  /** `gateway` calls the public paths, `inside` those of a service. */
  readonly paths: 'gateway' | 'inside';
  /** Retries of one call when the service is away or asks to wait. */
  readonly retries: number;
  /** Deadline of one call, retries included, when the call gives none. */
  readonly timeoutMs: number;
}

export interface CallOptions<Name extends EndpointName> {
  readonly token?: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: QueryOf<Name>;
  readonly body?: BodyOf<Name>;
  readonly signal?: AbortSignal;
  readonly requestId?: string;
  /** Deadline of this call, retries included. */
  readonly timeoutMs?: number;
  /** Sent as well, for example the trace context. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Client {
  /** Calls an endpoint. Throws the service's `AppError`, or `service_unavailable`, or `deadline_exceeded`. */
  call<Name extends EndpointName>(name: Name, options?: CallOptions<Name>): Promise<AnswerOf<Name>>;
}

/**
 * A typed client over the endpoint table. Retries stay inside the deadline of the call: when the
 * wait before the next try would pass it, the last failure is the answer, at once.
 */
export function createClient(options: ClientOptions): Client {
  const http: AxiosInstance = axios.create({
    baseURL: options.baseUrl,
    proxy: false,
    maxRedirects: 0,
    validateStatus: (status) => status < 400,
  });
  axiosRetry(http, {
    retries: options.retries,
    shouldResetTimeout: false,
    retryDelay: (count, error) => Math.max(retryAfterMs(error), axiosRetry.exponentialDelay(count)),
    retryCondition: (error) => isWorthRetrying(error),
    onRetry: (_count, _error, request) => {
      request.headers = {
        ...request.headers,
        [deadlineHeader]: String(Math.ceil(request.timeout ?? 0)),
      };
    },
  });

  return {
    async call(name, call = {}) {
      const endpoint: Endpoint = endpoints[name];
      const timeoutMs = call.timeoutMs ?? options.timeoutMs;
      const deadline = new AbortController();
      const timer = setTimeout(() => deadline.abort(), timeoutMs);
      const signal = call.signal
        ? AbortSignal.any([call.signal, deadline.signal])
        : deadline.signal;
      try {
        const response = await http.request({
          method: endpoint.method,
          url: fillPath(
            options.paths === 'gateway' ? endpoint.path : insidePathOf(endpoint),
            call.params,
          ),
          params: call.query,
          data: call.body,
          signal,
          timeout: timeoutMs,
          headers: {
            ...call.headers,
            [deadlineHeader]: String(timeoutMs),
            ...(call.token && { authorization: `Bearer ${call.token}` }),
            ...(call.requestId && { [requestIdHeader]: call.requestId }),
          },
        });
        return response.data;
      } catch (error) {
        throw toAppError(error, deadline.signal.aborted);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

function fillPath(path: string, params: Readonly<Record<string, string>> = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new TypeError(`path parameter ${name} is missing`);
    return encodeURIComponent(value);
  });
}

const awayCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
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

function waitOf(error: AxiosError): ErrorDetails {
  const waitMs = retryAfterMs(error);
  return waitMs > 0 ? { retry_after: waitMs / 1000 } : {};
}

/** For an answer that is not in our error form, such as a proxy's. */
function codeOfStatus(status: number): ErrorCode {
  if (status === 503) return 'service_unavailable';
  if (status === 429) return 'rate_limited';
  return 'upstream_failed';
}

/** What went wrong with a call, in the catalogue's words. */
export function toAppError(error: unknown, deadlinePassed: boolean): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof AxiosError && error.response) {
    const { status, data } = error.response;
    const body = (data as Partial<ErrorBody> | undefined)?.error;
    if (body && isErrorCode(body.code)) {
      const details: ErrorDetails = { ...waitOf(error), ...body.details };
      const hasDetails = Object.keys(details).length > 0;
      return new AppError(body.code, body.message, {
        cause: error,
        ...(hasDetails && { details }),
      });
    }
    return new AppError(codeOfStatus(status), undefined, { cause: error, details: waitOf(error) });
  }
  const timedOut = error instanceof AxiosError && error.code === AxiosError.ECONNABORTED;
  if (deadlinePassed || timedOut)
    return new AppError('deadline_exceeded', undefined, { cause: error });
  if (axios.isCancel(error))
    return new AppError('client_closed_request', undefined, { cause: error });
  return new AppError('service_unavailable', undefined, { cause: error });
}
