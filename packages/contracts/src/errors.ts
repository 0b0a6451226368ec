/**
 * Every error that a caller can see: its code, the HTTP status it travels with, whether the same
 * request may succeed later, and the sentence used when the thrower gives none.
 * 5xx errors always answer with this sentence; their cause stays in the log.
 */
export const errorCatalogue = {
  invalid_request: { status: 400, retryable: false, message: 'The request is not valid.' },
  invalid_json: { status: 400, retryable: false, message: 'The body is not valid JSON.' },
  unauthorized: { status: 401, retryable: false, message: 'Sign in or send an API key.' },
  forbidden: { status: 403, retryable: false, message: 'You may not do this.' },
  not_found: { status: 404, retryable: false, message: 'There is nothing here.' },
  collection_not_found: { status: 404, retryable: false, message: 'No such collection.' },
  document_not_found: { status: 404, retryable: false, message: 'No such document.' },
  conversation_not_found: { status: 404, retryable: false, message: 'No such conversation.' },
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
  model_not_found: { status: 404, retryable: false, message: 'No such model.' },
  not_cached: {
    status: 404,
    retryable: false,
    message: 'This was never fetched, and only stored answers were asked for.',
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
  already_member: { status: 409, retryable: false, message: 'This person is a member already.' },
  last_owner: {
    status: 409,
    retryable: false,
    message: 'An organisation keeps at least one owner.',
  },
  team_name_taken: {
    status: 409,
    retryable: false,
    message: 'A team of this name is already here.',
  },
  collection_cycle: {
    status: 409,
    retryable: false,
    message: 'A collection cannot be moved below itself.',
  },
  collection_name_taken: {
    status: 409,
    retryable: false,
    message: 'A collection of this name is already here.',
  },
  mcp_server_name_taken: {
    status: 409,
    retryable: false,
    message: 'An MCP server of this name is already here.',
  },
  evaluation_set_name_taken: {
    status: 409,
    retryable: false,
    message: 'An evaluation set of this name is already here.',
  },
  evaluation_question_taken: {
    status: 409,
    retryable: false,
    message: 'This question is already in the evaluation set.',
  },
  evaluation_running: {
    status: 409,
    retryable: true,
    message: 'An evaluation of this organisation is running already.',
  },
  document_state_conflict: {
    status: 409,
    retryable: false,
    message: 'The document is not in a state that allows this.',
  },
  file_exists: { status: 409, retryable: false, message: 'A file of this name is already here.' },
  quota_exceeded: {
    status: 409,
    retryable: false,
    message: 'This is more than the organisation may have.',
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
    message: 'This call was decided about differently.',
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
    message: 'This content type is not read here.',
  },
  range_not_satisfiable: {
    status: 416,
    retryable: false,
    message: 'The file does not have such a range of bytes.',
  },
  expectation_failed: {
    status: 417,
    retryable: false,
    message: 'Expect: 100-continue alone is known here.',
  },
  rate_limited: { status: 429, retryable: true, message: 'Too many requests. Try again later.' },
  client_closed_request: { status: 499, retryable: false, message: 'The caller went away.' },
  internal: { status: 500, retryable: false, message: 'Something went wrong on our side.' },
  upstream_failed: {
    status: 502,
    retryable: true,
    message: 'A service behind this one gave a wrong answer.',
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
    message: 'The disk is full: nothing can be stored until there is room again.',
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
 * Why a language model cannot be used: the sentence of `model_unavailable` with this
 * `details.reason`. Which server it is stands in `lectern admin doctor`, for administrators.
 */
export const modelProblems = {
  key_refused: "The language model's server refuses the key that is set up (401 or 403).",
  model_unknown:
    "The language model's server does not know the model or the address that is set up (404).",
  unreachable: "The language model's server cannot be reached.",
  too_slow: 'The language model did not answer in time.',
  overloaded: "The language model's server is overloaded or out of order.",
  wrong_answer: "The language model's server gives an answer that is not understood.",
} as const;
export type ModelProblem = keyof typeof modelProblems;

export function isModelProblem(value: unknown): value is ModelProblem {
  return typeof value === 'string' && Object.hasOwn(modelProblems, value);
}

/** Facts for the caller; `field` names the offending field, `retry_after` is in seconds. */
export interface ErrorDetails {
  readonly field?: string;
  readonly retry_after?: number;
  readonly [name: string]: unknown;
}

/** Seconds a caller is asked to wait when the thrower does not know better. */
const defaultRetryAfterSeconds = 2;

/** The one error that crosses layers. Everything else that is thrown is answered as `internal`. */
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
