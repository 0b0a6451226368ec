import { IndexTimeoutError, IndexUnavailableError } from '../index-errors.ts';

/** Whether a table, or the folder that held it, is not there. */
export function isTableMissing(error: unknown): boolean {
  return /was not found|Not found: \S+_versions/.test(String(error));
}

/** Our error for whatever LanceDB threw. Errors of our own pass as they are. */
export function translateLanceError(error: unknown): Error {
  if (
    error instanceof IndexUnavailableError ||
    error instanceof IndexTimeoutError ||
    error instanceof RangeError ||
    error instanceof TypeError
  ) {
    return error;
  }
  return new IndexUnavailableError('The search index cannot be used.', { cause: error });
}

export function isFileMissing(error: unknown): boolean {
  return (error as { code?: unknown } | undefined)?.code === 'ENOENT';
}
