import {
  AppError,
  type ErrorCode,
  errorCatalogue,
  type SearchDocumentsFailure,
  type SearchFailureReason,
} from '@lectern/contracts';

const reasonOfCode: Partial<Record<ErrorCode, SearchFailureReason>> = {
  collection_not_found: 'invalid_collection',
  document_not_found: 'invalid_collection',
  embedding_unavailable: 'embedding_unavailable',
};

const reasonOfStatus: Readonly<Record<number, SearchFailureReason>> = {
  400: 'invalid_query',
  401: 'not_allowed',
  403: 'not_allowed',
  429: 'rate_limited',
  502: 'rag_service_unavailable',
  503: 'rag_service_unavailable',
  504: 'search_timeout',
};

/** Messages of failures that the caller did not cause. */
const fixedMessages: Partial<Record<SearchFailureReason, string>> = {
  rag_service_unavailable: 'The knowledge service cannot be reached right now. Try again later.',
  search_timeout: 'The search took too long. Try again, or ask for less.',
  embedding_unavailable: 'Search by meaning is not available right now. Try again later.',
  rate_limited: 'Too many searches. Wait before the next one.',
  internal: errorCatalogue.internal.message,
};

/** Returns an error of a search in the tool's own form. No internals leak. */
export function toSearchFailure(error: unknown): SearchDocumentsFailure {
  const reason = error instanceof AppError ? reasonOf(error) : 'internal';
  const message = fixedMessages[reason] ?? (error as AppError).message;
  const retryAfter = error instanceof AppError ? error.details?.retry_after : undefined;
  return {
    error: 'search_failed',
    message,
    details: { reason, ...(retryAfter !== undefined && { retry_after: retryAfter }) },
  };
}

function reasonOf(error: AppError): SearchFailureReason {
  if (error.details?.field?.startsWith('collection_filter')) return 'invalid_collection';
  return reasonOfCode[error.code] ?? reasonOfStatus[error.status] ?? 'internal';
}
