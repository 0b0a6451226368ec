import { IndexTimeoutError, IndexUnavailableError } from '../index-errors.ts';

/** Returns true if a table or its folder does not exist. */
export function isTableMissing(error: unknown): boolean {
  return /was not found|Not found: \S+_versions/.test(String(error));
}

/** Converts an error of LanceDB to ours. Our own errors stay as they are. */
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
