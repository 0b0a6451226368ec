import { createHash } from 'node:crypto';
import { BundleError } from '../bundle-error.ts';
import { countPadding, encodeTarHeader, endOfArchive } from './tar-format.ts';

export interface StreamedBlob {
  readonly sha256: string;
  readonly size: number;
  readonly bytes: AsyncIterable<Buffer>;
}

/** Gives the bytes of an archive, entry by entry, before they are compressed. */
export class ArchiveWriter {
  readonly #names = createHash('sha256');
  readonly #now = new Date();

  /** `site.json` and `manifest.json`. */
  async *describe(name: string, value: unknown): AsyncGenerator<Buffer> {
    const bytes = Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
    yield* this.#entry(name, bytes.length, [bytes]);
  }

  /** Bytes in memory, below a folder. */
  async *addBytes(folder: string, bytes: Buffer): AsyncGenerator<Buffer> {
    const name = `${folder}/${createHash('sha256').update(bytes).digest('hex')}`;
    this.#names.update(`${name}\n`);
    yield* this.#entry(name, bytes.length, [bytes]);
  }

  /**
   * Bytes that are somewhere else, below a folder under the SHA-256 that they must have.
   *
   * @throws BundleError when they have not.
   */
  async *addStream(folder: string, blob: StreamedBlob): AsyncGenerator<Buffer> {
    const name = `${folder}/${blob.sha256}`;
    this.#names.update(`${name}\n`);
    yield* this.#entry(name, blob.size, checked(blob));
  }

  get entriesSha256(): string {
    return this.#names.copy().digest('hex');
  }

  end(): Buffer {
    return endOfArchive;
  }

  async *#entry(
    name: string,
    size: number,
    bytes: AsyncIterable<Buffer> | Iterable<Buffer>,
  ): AsyncGenerator<Buffer> {
    yield encodeTarHeader({ name, size }, this.#now);
    yield* bytes;
    yield Buffer.alloc(countPadding(size));
  }
}

async function* checked({ sha256, size, bytes }: StreamedBlob): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let missing = size;
  for await (const piece of bytes) {
    hash.update(piece);
    missing -= piece.length;
    yield piece;
  }
  if (missing !== 0 || hash.digest('hex') !== sha256) {
    throw new BundleError(`The stored bytes are not those of SHA-256 ${sha256}.`);
  }
}
