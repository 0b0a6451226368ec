import type { BlobStore } from '@lectern/blobs';
import { AppError } from '@lectern/contracts';
import type { DatabaseTransaction } from '../database/tables.ts';
import { lockForReference } from './blob-locks.ts';

const blobsAtOnce = 16;

/**
 * Must be the first statement of a transaction that references blobs which were put before it:
 * another upload of the same bytes may have been refused in between, and have discarded them.
 *
 * @throws AppError `service_unavailable` if one is gone; it is put again with the next try.
 */
export async function claimBlobs(
  transaction: DatabaseTransaction,
  blobs: BlobStore,
  sha256s: readonly string[],
): Promise<void> {
  await lockForReference(transaction, sha256s);
  for (let from = 0; from < sha256s.length; from += blobsAtOnce) {
    const batch = sha256s.slice(from, from + blobsAtOnce);
    await Promise.all(
      batch.map((sha256) =>
        blobs.size(sha256).catch((error: unknown) => {
          throw new AppError('service_unavailable', 'Send the upload again.', { cause: error });
        }),
      ),
    );
  }
}
