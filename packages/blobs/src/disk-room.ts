import { statfs } from 'node:fs/promises';

/** How much room the disk of a folder has. */
export interface DiskRoom {
  readonly freeBytes: number;
  /** Less is free than is kept for what is already stored: databases, indexes, logs. */
  readonly isFull: boolean;
}

/** Tells the room of a folder's disk; undefined where there is no folder or it cannot be told. */
export type FindDiskRoom = () => Promise<DiskRoom | undefined>;

export interface DiskRoomOptions {
  readonly folder: string | undefined;
  readonly reserveBytes: number;
  /** Told while the disk is full, once a minute at most. */
  readonly onFull: (room: DiskRoom) => void;
  /** Asks the system unless given. */
  readonly readFreeBytes?: (folder: string) => Promise<number>;
  readonly now?: () => number;
}

/** A full disk, and one that has room again, are noticed after this long at most. */
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
  let toldAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (folder === undefined) return undefined;
    if (now() >= freshUntil) {
      latest = await readFreeBytes(folder).then(
        (freeBytes) => ({ freeBytes, isFull: freeBytes < reserveBytes }),
        () => undefined,
      );
      freshUntil = now() + freshMs;
    }
    if (latest?.isFull && now() - toldAt >= reportEveryMs) {
      toldAt = now();
      onFull(latest);
    }
    return latest;
  };
}

async function readFree(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
