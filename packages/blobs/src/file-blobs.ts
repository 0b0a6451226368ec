import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import {
  access,
  mkdir,
  opendir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BlobStore } from './blob-store.ts';
import { requireSha256 } from './require-sha256.ts';
import { writeDurably } from './write-durably.ts';

/** Stores blobs as files `ab/cd/abcd…` in a folder. */
export async function openFileBlobs(directory: string): Promise<BlobStore> {
  const incoming = join(directory, 'incoming');
  await mkdir(incoming, { recursive: true });
  const pathOf = (sha256: string) => {
    requireSha256(sha256);
    return join(directory, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  };

  return {
    async put(bytes, maxBytes = Number.POSITIVE_INFINITY) {
      const temporary = join(incoming, randomUUID());
      try {
        const blob = await writeDurably(temporary, bytes, maxBytes);
        const path = pathOf(blob.sha256);
        if (await refresh(path)) return blob;
        await mkdir(dirname(path), { recursive: true });
        await rename(temporary, path);
        return blob;
      } finally {
        await rm(temporary, { force: true });
      }
    },
    read: (sha256) => readFile(pathOf(sha256)),
    async stream(sha256, range) {
      const path = pathOf(sha256);
      await access(path);
      return createReadStream(path, range);
    },
    size: async (sha256) => (await stat(pathOf(sha256))).size,
    withFile: (sha256, use) => use(pathOf(sha256)),
    async *listOlderThan(date) {
      for (const first of await folders(directory)) {
        for (const second of await folders(join(directory, first))) {
          for await (const entry of await opendir(join(directory, first, second))) {
            const { mtime } = await stat(join(directory, first, second, entry.name));
            if (mtime < date) yield entry.name;
          }
        }
      }
    },
    delete: (sha256) => rm(pathOf(sha256), { force: true }),
    async removeUnfinished(olderThan) {
      for (const name of await readdir(incoming)) {
        const path = join(incoming, name);
        const file = await stat(path).catch(() => undefined);
        if (file && file.mtime < olderThan) await rm(path, { force: true });
      }
    },
  };
}

/**
 * Sets a new modification time, which protects a blob from a sweep that is running. Returns false
 * if it does not exist.
 */
async function refresh(path: string): Promise<boolean> {
  return utimes(path, new Date(), new Date()).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
}

async function folders(path: string): Promise<string[]> {
  const names: string[] = [];
  for await (const entry of await opendir(path)) {
    if (entry.isDirectory() && /^[0-9a-f]{2}$/.test(entry.name)) names.push(entry.name);
  }
  return names;
}
