import type { BlobStore } from '@lectern/blobs';
import type { Database } from '../database/tables.ts';
import { lockForDeletion } from './blob-locks.ts';
import { findUnnamedBlobs } from './find-unnamed.ts';

/** Removes the blobs of a refused request that nothing else references. */
export async function discardBlobs(
  database: Database,
  blobs: BlobStore,
  sha256s: readonly string[],
): Promise<void> {
  for (const sha256 of await findUnnamedBlobs(database, sha256s)) {
    await database.transaction().execute(async (transaction) => {
      await lockForDeletion(transaction, sha256);
      const unnamed = await findUnnamedBlobs(transaction, [sha256]);
      if (unnamed.length > 0) await blobs.delete(sha256);
    });
  }
}
