import type { FindDiskRoom } from '@lectern/blobs';
import { AppError } from '@lectern/contracts';

/**
 * Requires free disk space.
 * @throws AppError `storage_full` while the disk has no room for more documents.
 */
export async function requireRoom(findDiskRoom: FindDiskRoom): Promise<void> {
  if ((await findDiskRoom())?.isFull) throw new AppError('storage_full');
}
