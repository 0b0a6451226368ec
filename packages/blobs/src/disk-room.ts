import { statfs } from 'node:fs/promises';

/** Free space on the disk of a folder. */
export interface DiskRoom {
  readonly freeBytes: number;
  /** True when less than the reserve for databases, indexes and logs is free. */
  readonly isFull: boolean;
}

/**
 * Returns the free space on a folder's disk; undefined without a folder, or if it can't be
 * measured.
 */
export type FindDiskRoom = () => Promise<DiskRoom | undefined>;

export interface DiskRoomOptions {
  readonly folder: string | undefined;
  readonly reserveBytes: number;
  /** Called while the disk is full, at most once a minute. */
  readonly onFull: (room: DiskRoom) => void;
  /** Default: asks the operating system. */
  readonly readFreeBytes?: (folder: string) => Promise<number>;
  readonly now?: () => number;
}

/** Maximum age of a measurement. */
const freshMs = 1_000;
const reportEveryMs = 60_000;

export function watchDiskRoom({
  folder,
  reserveBytes,
  onFull,
  readFreeBytes = readFree,
  now = () => performance.now(),
}: DiskRoomOptions): FindDiskRoom {
  let latest: DiskRoom | undefined;
  let freshUntil = Number.NEGATIVE_INFINITY;
  let reportedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (folder === undefined) return undefined;
    if (now() >= freshUntil) {
      latest = await readFreeBytes(folder).then(
        (freeBytes) => ({ freeBytes, isFull: freeBytes < reserveBytes }),
        () => undefined,
      );
      freshUntil = now() + freshMs;
    }
    if (latest?.isFull && now() - reportedAt >= reportEveryMs) {
      reportedAt = now();
      onFull(latest);
    }
    return latest;
  };
}

async function readFree(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
