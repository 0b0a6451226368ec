import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { BlobTooLargeError, type StoredBlob } from './blob-store.ts';

/** Writes bytes to a new file and returns their hash; resolves when they are on disk. */
export async function writeDurably(
  path: string,
  bytes: Readable | Buffer,
  maxBytes: number,
): Promise<StoredBlob> {
  const hash = createHash('sha256');
  let size = 0;
  const file = await open(path, 'wx', 0o600);
  try {
    // The sender's stream must survive a rejection, so that the rest of the request can be read.
    for await (const chunk of bytes instanceof Readable
      ? bytes.iterator({ destroyOnReturn: false })
      : [bytes]) {
      size += chunk.length;
      if (size > maxBytes) throw new BlobTooLargeError(`more than ${maxBytes} bytes`);
      hash.update(chunk);
      await file.writev([chunk]);
    }
    await file.datasync();
  } finally {
    await file.close();
  }
  return { sha256: hash.digest('hex'), size };
}
