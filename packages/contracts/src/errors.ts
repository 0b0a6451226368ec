/**
 * Every error that a caller can see: code, HTTP status, whether the same request may succeed later,
 * and the default message. 5xx errors always have this message; their cause is in the log.
 */
export const errorCatalogue = {
  invalid_request: { status: 400, retryable: false, message: 'The request is not valid.' },
  invalid_json: { status: 400, retryable: false, message: 'The body is not valid JSON.' },
  unauthorized: { status: 401, retryable: false, message: 'Sign in or send an API key.' },
  forbidden: { status: 403, retryable: false, message: 'You may not do this.' },
  not_found: { status: 404, retryable: false, message: 'Not found.' },
  collection_not_found: { status: 404, retryable: false, message: 'No such collection.' },
  document_not_found: { status: 404, retryable: false, message: 'No such document.' },
  conversation_not_found: { status: 404, retryable: false, message: 'No such conversation.' },
  bin_entry_not_found: { status: 404, retryable: false, message: 'No such entry in the bin.' },
  bundle_import_not_found: { status: 404, retryable: false, message: 'No such import.' },
  message_not_found: { status: 404, retryable: false, message: 'No such message.' },
  mcp_server_not_found: { status: 404, retryable: false, message: 'No such MCP server.' },
  research_not_found: { status: 404, retryable: false, message: 'No such research run.' },
  evaluation_set_not_found: { status: 404, retryable: false, message: 'No such evaluation set.' },
  evaluation_question_not_found: {
    status: 404,
    retryable: false,
    message: 'No such question in this evaluation set.',
  },
  evaluation_run_not_found: {
    status: 404,
    retryable: false,
    message: 'No such run of this evaluation set.',
  },
  source_not_found: { status: 404, retryable: false, message: 'No such source.' },
  source_run_not_found: { status: 404, retryable: false, message: 'No such run of this source.' },
  model_not_found: { status: 404, retryable: false, message: 'No such model.' },
  prompt_not_found: { status: 404, retryable: false, message: 'No such prompt.' },
  assistant_not_found: { status: 404, retryable: false, message: 'No such assistant.' },
  budget_not_found: { status: 404, retryable: false, message: 'No such budget.' },
  not_cached: {
    status: 404,
    retryable: false,
    message: 'This was never fetched, and only cached responses were requested.',
  },
  approval_not_found: { status: 404, retryable: false, message: 'No such approval.' },
  method_not_allowed: {
    status: 405,
    retryable: false,
    message: 'This method is not allowed here.',
  },
  request_timeout: {
    status: 408,
    retryable: true,
    message: 'The body did not arrive in time.',
  },
  already_member: { status: 409, retryable: false, message: 'This person is already a member.' },
  last_owner: {
    status: 409,
    retryable: false,
    message: 'An organisation needs at least one owner.',
  },
  team_name_taken: {
    status: 409,
    retryable: false,
    message: 'A team with this name already exists.',
  },
  collection_cycle: {
    status: 409,
    retryable: false,
    message: 'A collection cannot be moved below itself.',
  },
  collection_name_taken: {
    status: 409,
    retryable: false,
    message: 'A collection with this name already exists.',
  },
  parent_deleted: {
    status: 409,
    retryable: false,
    message: 'Its collection was deleted too. Restore the collection first.',
  },
  mcp_server_name_taken: {
    status: 409,
    retryable: false,
    message: 'An MCP server with this name already exists.',
  },
  model_name_taken: {
    status: 409,
    retryable: false,
    message: 'A model connection with this name already exists.',
  },
  evaluation_set_name_taken: {
    status: 409,
    retryable: false,
    message: 'An evaluation set with this name already exists.',
  },
  evaluation_question_taken: {
    status: 409,
    retryable: false,
    message: 'This question is already in the evaluation set.',
  },
  evaluation_running: {
    status: 409,
    retryable: true,
    message: 'An evaluation of this organisation is already running.',
  },
  document_state_conflict: {
    status: 409,
    retryable: false,
    message: 'The state of the document does not allow this.',
  },
  source_run_state_conflict: {
    status: 409,
    retryable: false,
    message: 'This run does not wait for a confirmation.',
  },
  file_exists: { status: 409, retryable: false, message: 'A file with this name already exists.' },
  quota_exceeded: {
    status: 409,
    retryable: false,
    message: 'This exceeds the quota of the organisation.',
  },
  idempotency_conflict: {
    status: 409,
    retryable: false,
    message: 'This idempotency key was used for another request.',
  },
  request_running: {
    status: 409,
    retryable: true,
    message: 'The first request with this idempotency key is still running.',
  },
  approval_decided: {
    status: 409,
    retryable: false,
    message: 'This call was already decided differently.',
  },
  research_unfinished: {
    status: 409,
    retryable: false,
    message: 'This research run ended without a result. Resume it.',
  },
  turn_running: { status: 409, retryable: true, message: 'This conversation is still answering.' },
  too_large: { status: 413, retryable: false, message: 'The upload is too large.' },
  unsupported_media_type: {
    status: 415,
    retryable: false,
    message: 'This content type is not supported.',
  },
  range_not_satisfiable: {
    status: 416,
    retryable: false,
    message: 'The file does not contain this byte range.',
  },
  expectation_failed: {
    status: 417,
    retryable: false,
    message: 'Only Expect: 100-continue is supported.',
  },
  rate_limited: { status: 429, retryable: true, message: 'Too many requests. Try again later.' },
  client_closed_request: { status: 499, retryable: false, message: 'The caller disconnected.' },
  internal: { status: 500, retryable: false, message: 'Something went wrong on our side.' },
  upstream_failed: {
    status: 502,
    retryable: true,
    message: 'A service returned an invalid response.',
  },
  service_unavailable: {
    status: 503,
    retryable: true,
    message: 'The service is not available right now.',
  },
  search_unavailable: {
    status: 503,
    retryable: true,
    message: 'Search is not available right now.',
  },
  embedding_unavailable: {
    status: 503,
    retryable: true,
    message: 'The embedding model is not available right now.',
  },
  model_unavailable: {
    status: 503,
    retryable: true,
    message: 'The language model is not available right now.',
  },
  storage_full: {
    status: 507,
    retryable: true,
    message: 'The disk is full. Nothing can be stored until there is free space.',
  },
  deadline_exceeded: { status: 504, retryable: true, message: 'The request took too long.' },
  search_timeout: { status: 504, retryable: true, message: 'The search took too long.' },
} as const satisfies Record<string, ErrorCatalogueEntry>;

interface ErrorCatalogueEntry {
  readonly status: number;
  readonly retryable: boolean;
  readonly message: string;
}

export type ErrorCode = keyof typeof errorCatalogue;

/**
 * Reasons why a language model cannot be used: messages of `model_unavailable` by `details.reason`.
 * Administrators see the server in `lectern admin doctor`.
 */
export const modelProblems = {
  key_refused: 'The language model server rejects the configured key (401 or 403).',
  model_unknown: 'The language model server does not know the configured model or address (404).',
  unreachable: 'The language model server is unreachable.',
  too_slow: 'The language model did not answer in time.',
  overloaded: 'The language model server is overloaded or failing.',
  wrong_answer: 'The language model server returned an invalid response.',
} as const;
export type ModelProblem = keyof typeof modelProblems;

/** Returns the reason that the failing status of a model's server stands for. */
export function toModelProblem(status: number): ModelProblem {
  if (status === 401 || status === 403) return 'key_refused';
  if (status === 404) return 'model_unknown';
  return status === 429 || status >= 500 ? 'overloaded' : 'wrong_answer';
}

export function isModelProblem(value: unknown): value is ModelProblem {
  return typeof value === 'string' && Object.hasOwn(modelProblems, value);
}

/** Facts for the caller; `field` names the invalid field, `retry_after` is in seconds. */
export interface ErrorDetails {
  readonly field?: string;
  readonly retry_after?: number;
  readonly [name: string]: unknown;
}

/** Default seconds that a caller should wait. */
const defaultRetryAfterSeconds = 2;

/** The error class that crosses layers. Any other error is answered as `internal`. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly details: ErrorDetails | undefined;

  constructor(
    code: ErrorCode,
    message?: string,
    options?: { cause?: unknown; details?: ErrorDetails },
  ) {
    super(message ?? errorCatalogue[code].message, { cause: options?.cause });
    this.code = code;
    const status = errorCatalogue[code].status;
    const waits = status === 503 || status === 429;
    this.details = waits
      ? { retry_after: defaultRetryAfterSeconds, ...options?.details }
      : options?.details;
  }

  get status(): number {
    return errorCatalogue[this.code].status;
  }

  get retryable(): boolean {
    return errorCatalogue[this.code].retryable;
  }
}

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(errorCatalogue, value);
}
