import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { IndexUnavailableError } from '../index-errors.ts';

/** Lock of the one process that writes to an index folder. */
export interface WriterLock {
  release(): void;
}

/**
 * Acquires the folder's writer lock. It is SQLite's lock on a file: the system releases it when the
 * process ends in any way, so a killed writer leaves nothing behind.
 * @throws IndexUnavailableError when another writer has it.
 */
export function acquireWriterLock(directory: string): WriterLock {
  const database = new DatabaseSync(path.join(directory, 'writer.lock'));
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    database.close();
    throw new IndexUnavailableError(
      `The index folder ${directory} already has a writer. Only one process may write to it.`,
      { cause },
    );
  }
  return { release: () => database.close() };
}
