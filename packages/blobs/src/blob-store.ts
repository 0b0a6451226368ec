import type { Readable } from 'node:stream';

export interface StoredBlob {
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  /** Size in bytes. */
  readonly size: number;
}

/** A range of a blob, in bytes. */
export interface ByteRange {
  readonly start: number;
  /** Position of the last byte, inclusive. */
  readonly end: number;
}

/** Thrown by `put` when the bytes exceed the limit. Nothing is stored. */
export class BlobTooLargeError extends Error {
  override readonly name = 'BlobTooLargeError';
}

/**
 * Content-addressed store: bytes by their SHA-256. Equal bytes are stored once and never change.
 */
export interface BlobStore {
  /**
   * Resolves when the bytes are durable.
   * @throws BlobTooLargeError above `maxBytes`.
   */
  put(bytes: Readable | Buffer, maxBytes?: number): Promise<StoredBlob>;
  /** @throws Error when there is no such blob. */
  read(sha256: string): Promise<Buffer>;
  /** Streams the blob, or a range of it. */
  stream(sha256: string, range?: ByteRange): Promise<Readable>;
  /**
   * Returns the size of a blob in bytes.
   * @throws Error when there is no such blob.
   */
  size(sha256: string): Promise<number>;
  /** Provides the blob as a file on disk while `use` runs. */
  withFile<Result>(sha256: string, use: (path: string) => Promise<Result>): Promise<Result>;
  /** Lists blobs last written before the given time. */
  listOlderThan(date: Date): AsyncIterable<string>;
  delete(sha256: string): Promise<void>;
  /** Removes unfinished writes that were last changed before the given time. */
  removeUnfinished(olderThan: Date): Promise<void>;
}
