import { join } from 'node:path';
import { type BlobStore, blobConfigShape, checkBlobSettings, openBlobs } from '@lectern/blobs';
import { loadConfig } from '@lectern/service';
import { z } from 'zod';
import { findFreePorts } from '../network/port.ts';
import { openEmbeddedPostgres } from '../postgres/embedded-postgres.ts';

export interface HomeArchive {
  /** Absolute. */
  readonly home: string;
  /** Absolute path of the archive. */
  readonly file: string;
  /** Aborted when the person cancels. */
  readonly signal: AbortSignal;
}

/** Starts the database of a home whose lock is held, and returns its URL. It stops with the stack. */
export async function startDatabase(
  home: string,
  password: string,
  stack: AsyncDisposableStack,
): Promise<string> {
  const port = await findFreePorts();
  return stack.use(await openEmbeddedPostgres({ home, port, password })).urlOf('postgres');
}

/** Opens the blob store of a home: a folder in the home, or the bucket that settings name. */
export async function openHomeBlobs(home: string, stack: AsyncDisposableStack): Promise<BlobStore> {
  const settings = loadConfig(z.object(blobConfigShape).superRefine(checkBlobSettings), {
    ...process.env,
    BLOB_DIR: join(home, 'blobs'),
  });
  return openBlobs(settings, (close) => stack.defer(async () => close()));
}
