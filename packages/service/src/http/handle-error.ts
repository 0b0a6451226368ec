import { types } from 'node:util';
import {
  AppError,
  type ErrorBody,
  type ErrorForm,
  errorCatalogue,
  isModelProblem,
  modelProblems,
} from '@lectern/contracts';
import type { NextFunction, Request, Response } from 'express';

export function handleUnknownRoute(request: Request): never {
  throw new AppError('not_found', `There is no ${request.method} ${request.path}.`);
}

// biome-ignore lint/complexity/useMaxParams: Express recognises an error handler by its four parameters.
export function handleError(
  error: unknown,
  request: Request,
  response: Response,
  _next: NextFunction,
): void {
  const known = normalizeError(error);
  if (known.status >= 500 && mayLog(known)) {
    request.log.error({ err: error }, 'request failed');
  }
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const retryAfter = known.details?.retry_after;
  if (retryAfter !== undefined) response.setHeader('retry-after', String(Math.ceil(retryAfter)));
  response.status(known.status).json(toErrorBody(known, request));
}

/** Converts any thrown value to an `AppError`; body parser errors keep their meaning. */
export function normalizeError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const type = error instanceof Error && 'type' in error ? error.type : undefined;
  if (type === 'entity.parse.failed') {
    return new AppError('invalid_json', undefined, { cause: error, details: { field: 'body' } });
  }
  if (type === 'entity.too.large')
    return new AppError('too_large', 'The body is too large.', { cause: error });
  if (type === 'charset.unsupported' || type === 'encoding.unsupported') {
    return new AppError('unsupported_media_type', undefined, { cause: error });
  }
  if (error instanceof URIError || type === 'request.aborted') {
    return new AppError('invalid_request', undefined, { cause: error });
  }
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return new AppError('deadline_exceeded', undefined, { cause: error });
  }
  if (isForeignKeyViolation(error)) {
    const message = 'The parent object was deleted in the meantime.';
    return new AppError('not_found', message, { cause: error });
  }
  if (isDiskFull(error)) return new AppError('storage_full', undefined, { cause: error });
  return isDatabaseUnavailable(error)
    ? new AppError('service_unavailable', undefined, { cause: error })
    : new AppError('internal', undefined, { cause: error });
}

export interface FailedRequest {
  readonly id: string;
  /** Default: `lectern`. */
  readonly errorForm?: ErrorForm | undefined;
}

/** Returns the error in the form of the request's endpoint group. */
export function toErrorBody(error: AppError, { id, errorForm = 'lectern' }: FailedRequest) {
  return forms[errorForm](error, id);
}

const forms: Readonly<Record<ErrorForm, (error: AppError, requestId: string) => ErrorBody>> = {
  lectern: toOwnBody,
  openai: toOpenAiBody,
};

/** 5xx messages come from the catalogue, so that no internals leak. */
function toOwnBody(error: AppError, requestId: string): ErrorBody {
  const message = error.status >= 500 ? findFixedSentence(error) : error.message;
  return {
    error: {
      code: error.code,
      message,
      request_id: requestId,
      ...(error.details && { details: { ...error.details } }),
    },
  };
}

function findFixedSentence({ code, details }: AppError): string {
  const reason = code === 'model_unavailable' ? details?.reason : undefined;
  return isModelProblem(reason) ? modelProblems[reason] : errorCatalogue[code].message;
}

/** Adds `type` and `param`, which OpenAI's clients read. */
function toOpenAiBody(error: AppError, requestId: string): ErrorBody {
  const type = openAiErrorTypes.get(error.status);
  return {
    error: {
      ...toOwnBody(error, requestId).error,
      type: type ?? (error.status >= 500 ? 'server_error' : 'invalid_request_error'),
      param: error.details?.field ?? null,
    },
  };
}

const openAiErrorTypes: ReadonlyMap<number, string> = new Map([
  [401, 'authentication_error'],
  [403, 'permission_error'],
  [429, 'rate_limit_error'],
]);

const fullDiskLogEveryMs = 60_000;
let fullDiskLoggedAt = Number.NEGATIVE_INFINITY;

/**
 * Limits logging of a full disk, which would fill the log as well, to one line a minute. The
 * watcher of the disk logs rejections without a cause.
 */
function mayLog({ code, cause }: AppError): boolean {
  if (code !== 'storage_full') return true;
  if (cause === undefined) return false;
  if (performance.now() - fullDiskLoggedAt < fullDiskLogEveryMs) return false;
  fullDiskLoggedAt = performance.now();
  return true;
}

/** Returns whether a referenced row was deleted after it was looked up. */
function isForeignKeyViolation(error: unknown): boolean {
  return types.isNativeError(error) && 'code' in error && error.code === '23503';
}

/** Returns whether a file or PostgreSQL ran out of disk space. */
export function isDiskFull(error: unknown): boolean {
  for (let cause = error; types.isNativeError(cause); cause = cause.cause) {
    const code = 'code' in cause ? cause.code : undefined;
    if (code === 'ENOSPC' || code === 'EDQUOT' || code === '53100') return true;
  }
  return false;
}

const unavailableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  '57P01', // PostgreSQL: admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '08000',
  '08003',
  '08006',
  '53300', // too_many_connections
]);

/** Returns whether PostgreSQL is unavailable. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!types.isNativeError(error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  if (unavailableCodes.has(code)) return true;
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
    error.message,
  );
}
