import { AppError, type ErrorCode, errorCatalogue } from '@lectern/contracts';

/** The error form of all tools but `search_documents`. */
export interface ToolError {
  readonly error: ErrorCode;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Returns an error in that form. No internals leak. */
export function toToolError(error: unknown): ToolError {
  const known =
    error instanceof AppError ? error : new AppError('internal', undefined, { cause: error });
  return {
    error: known.code,
    message: known.status >= 500 ? errorCatalogue[known.code].message : known.message,
    ...(known.details && { details: { ...known.details } }),
  };
}
