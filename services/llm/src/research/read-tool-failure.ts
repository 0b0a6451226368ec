import { AppError, type ErrorCode, isErrorCode } from '@lectern/contracts';
import type { CallToolResult } from '@modelcontextprotocol/client';

/** Reads a failure in the tools' common form, or in that of `search_documents`. */
export function readToolFailure({ content }: CallToolResult): AppError {
  const [part] = content;
  let failure: {
    error?: unknown;
    message?: unknown;
    details?: { reason?: unknown; tries?: unknown };
  } = {};
  try {
    failure = JSON.parse(part?.type === 'text' ? part.text : '');
  } catch {
    // No JSON: the tool is not one of ours, or is not offered.
  }
  const { error, message, details } = failure;
  if (error === 'search_failed') {
    return new AppError(searchFailures[String(details?.reason)] ?? 'search_unavailable');
  }
  if (!isErrorCode(error)) return new AppError('upstream_failed');
  const { tries } = details ?? {};
  return new AppError(error, typeof message === 'string' ? message : undefined, {
    ...(typeof tries === 'number' && { details: { tries } }),
  });
}

/** Codes for the reasons that `search_documents` gives. */
const searchFailures: Readonly<Record<string, ErrorCode>> = {
  invalid_collection: 'collection_not_found',
  invalid_query: 'invalid_request',
  not_allowed: 'forbidden',
  rate_limited: 'rate_limited',
  search_timeout: 'deadline_exceeded',
};
