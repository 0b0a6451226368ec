import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type BlobStore, BlobTooLargeError } from './blob-store.ts';

/** An empty store. */
export interface BlobStoreUnderTest {
  open(): Promise<BlobStore>;
  /** Simulates a process that ends while it writes a blob. */
  leaveUnfinished(): Promise<void>;
  countUnfinished(): Promise<number>;
  dispose(): Promise<void>;
}

const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const absent = sha256Of(Buffer.from('absent'));

/** The behaviour that every {@link BlobStore} must show. */
export function describeBlobStore(name: string, create: () => Promise<BlobStoreUnderTest>): void {
  describe(name, () => {
    let underTest: BlobStoreUnderTest;
    let blobs: BlobStore;

    beforeEach(async () => {
      underTest = await create();
      blobs = await underTest.open();
    });

    afterEach(() => underTest.dispose());

    it('gives back what was put, by its SHA-256', async () => {
      const bytes = Buffer.from('Grüße');
      const stored = await blobs.put(bytes);
      expect(stored).toEqual({ sha256: sha256Of(bytes), size: 7 });
      expect(await blobs.read(stored.sha256)).toEqual(bytes);
      expect(await buffer(await blobs.stream(stored.sha256))).toEqual(bytes);
      expect(await blobs.size(stored.sha256)).toBe(7);
      const part = await blobs.stream(stored.sha256, { start: 1, end: 4 });
      expect(await buffer(part)).toEqual(bytes.subarray(1, 5));
    });

    it('takes streams, large and empty ones', async () => {
      const large = randomBytes(12 * 1024 * 1024);
      const pieces = Array.from({ length: 12 }, (_, at) =>
        large.subarray(at * 1024 * 1024, (at + 1) * 1024 * 1024),
      );
      const stored = await blobs.put(Readable.from(pieces));
      expect(stored).toEqual({ sha256: sha256Of(large), size: large.length });
      expect((await blobs.read(stored.sha256)).equals(large)).toBe(true);
      const empty = await blobs.put(Readable.from([]));
      expect(await blobs.read(empty.sha256)).toEqual(Buffer.alloc(0));
    });

    it('gives a blob as a file while it is used', async () => {
      const { sha256 } = await blobs.put(Buffer.from('on disk'));
      expect(await blobs.withFile(sha256, (path) => readFile(path, 'utf8'))).toBe('on disk');
      await expect(
        blobs.withFile(sha256, async () => {
          throw new Error('the use failed');
        }),
      ).rejects.toThrow('the use failed');
    });

    it('keeps nothing of what is too large, and leaves its stream open', async () => {
      const bytes = Buffer.from('0123456789');
      const stream = Readable.from([bytes, Buffer.from('rest')]);
      await expect(blobs.put(stream, 9)).rejects.toBeInstanceOf(BlobTooLargeError);
      expect(stream.destroyed).toBe(false);
      await expect(blobs.read(sha256Of(bytes))).rejects.toThrow();
      expect(await listAll()).toEqual([]);
      await blobs.put(bytes, 10);
    });

    it('keeps nothing of a stream that breaks', async () => {
      const broken = Readable.from(
        (async function* () {
          yield Buffer.from('first');
          throw new Error('the sender went away');
        })(),
      );
      await expect(blobs.put(broken)).rejects.toThrow('the sender went away');
      expect(await listAll()).toEqual([]);
    });

    it('stores the same bytes once, also when they come at the same time', async () => {
      const bytes = randomBytes(100_000);
      await Promise.all(Array.from({ length: 5 }, () => blobs.put(bytes)));
      expect(await listAll()).toEqual([sha256Of(bytes)]);
    });

    it('rejects what it does not have, and takes no other names', async () => {
      await expect(blobs.read(absent)).rejects.toThrow();
      await expect(blobs.stream(absent)).rejects.toThrow();
      await expect(blobs.size(absent)).rejects.toThrow();
      await expect(blobs.withFile(absent, (path) => readFile(path))).rejects.toThrow();
      await expect((async () => blobs.read('../secret'))()).rejects.toBeInstanceOf(TypeError);
    });

    it('lists blobs by age', async () => {
      const { sha256 } = await blobs.put(Buffer.from('old'));
      expect(await listAll()).toEqual([sha256]);
      expect(await listAll(new Date(Date.now() - 60_000))).toEqual([]);
    });

    it('deletes, also what is gone already', async () => {
      const { sha256 } = await blobs.put(Buffer.from('soon gone'));
      await blobs.delete(sha256);
      await blobs.delete(sha256);
      await expect(blobs.read(sha256)).rejects.toThrow();
      expect(await listAll()).toEqual([]);
    });

    it('removes what a crash left unfinished, and nothing that is younger', async () => {
      const { sha256 } = await blobs.put(Buffer.from('finished'));
      await underTest.leaveUnfinished();
      await blobs.removeUnfinished(new Date(Date.now() - 60_000));
      expect(await underTest.countUnfinished()).toBe(1);
      await blobs.removeUnfinished(new Date(Date.now() + 60_000));
      expect(await underTest.countUnfinished()).toBe(0);
      expect(await listAll()).toEqual([sha256]);
    });

    it('keeps what was put when it is opened again', async () => {
      const { sha256 } = await blobs.put(Buffer.from('kept'));
      const again = await underTest.open();
      expect((await again.read(sha256)).toString()).toBe('kept');
    });

    async function listAll(olderThan = new Date(Date.now() + 60_000)): Promise<string[]> {
      const found: string[] = [];
      for await (const sha256 of blobs.listOlderThan(olderThan)) found.push(sha256);
      return found;
    }
  });
}
