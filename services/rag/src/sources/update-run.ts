import { AppError, type SourceProblem } from '@lectern/contracts';
import type { Database, SourceRunRow } from '../database/tables.ts';
import { SourceError } from './source-adapter.ts';

type RunChange = Partial<
  Pick<
    SourceRunRow,
    | 'status'
    | 'listed'
    | 'added'
    | 'changed'
    | 'removed'
    | 'skipped'
    | 'failed'
    | 'waiting_removals'
  >
> & {
  readonly errors?: string;
  readonly error_code?: SourceProblem;
  readonly error_message?: string;
};

export async function updateRun(database: Database, id: string, change: RunChange): Promise<void> {
  await database
    .updateTable('rag.source_runs')
    .set({ ...change, updated_at: new Date() })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .execute();
}

export function finishRun(database: Database, id: string, change: RunChange): Promise<void> {
  return updateRun(database, id, { ...change, finished_at: new Date() } as RunChange);
}

export function failRun(
  database: Database,
  id: string,
  { code, message }: SourceError,
): Promise<void> {
  return finishRun(database, id, { status: 'failed', error_code: code, error_message: message });
}

/** Returns the failure with a code that people can act on. */
export function toSourceError(error: unknown): SourceError {
  if (error instanceof SourceError) return error;
  if (error instanceof AppError && error.code === 'quota_exceeded') {
    return new SourceError('quota_exceeded', error.message, { cause: error });
  }
  if (error instanceof Error && error.name === 'BlobTooLargeError') {
    return new SourceError('too_large', 'The file is too large.', { cause: error });
  }
  if (error instanceof AppError && error.code === 'invalid_request') {
    return new SourceError('invalid_answer', error.message, { cause: error });
  }
  return new SourceError('internal', 'Something went wrong on our side.', { cause: error });
}
