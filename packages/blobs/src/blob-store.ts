import type { Readable } from 'node:stream';

export interface StoredBlob {
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
}

/** A part of a blob, in bytes. */
export interface ByteRange {
  readonly start: number;
  /** The last byte of the part. */
  readonly end: number;
}

/** Thrown by `put` when the bytes exceed the limit. Nothing is kept. */
export class BlobTooLargeError extends Error {
  override readonly name = 'BlobTooLargeError';
}

/** Bytes by their SHA-256. The same bytes are stored once; a stored blob never changes. */
export interface BlobStore {
  /**
   * Resolves when the bytes are durable.
   * @throws BlobTooLargeError past `maxBytes`.
   */
  put(bytes: Readable | Buffer, maxBytes?: number): Promise<StoredBlob>;
  /** @throws Error when there is no such blob. */
  read(sha256: string): Promise<Buffer>;
  /** The whole blob, or a part of it. */
  stream(sha256: string, range?: ByteRange): Promise<Readable>;
  /**
   * Bytes of a blob.
   * @throws Error when there is no such blob.
   */
  size(sha256: string): Promise<number>;
  /** Gives the blob as a file on disk for as long as `use` runs. */
  withFile<Result>(sha256: string, use: (path: string) => Promise<Result>): Promise<Result>;
  /** Blobs last written before the given time. */
  listOlderThan(date: Date): AsyncIterable<string>;
  delete(sha256: string): Promise<void>;
  /** Removes what was being put when its process ended, last written before the given time. */
  removeUnfinished(olderThan: Date): Promise<void>;
}
