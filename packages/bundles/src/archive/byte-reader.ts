import { BundleError } from '../bundle-error.ts';

/** Takes bytes from a stream in the amounts that the reader wants. */
export class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#chunks = source[Symbol.asyncIterator]();
  }

  /** @throws BundleError when the stream ends before. */
  async read(size: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for await (const piece of this.stream(size)) pieces.push(piece);
    return Buffer.concat(pieces, size);
  }

  /** The next bytes in pieces. To be read to its end. */
  async *stream(size: number): AsyncGenerator<Buffer> {
    let missing = size;
    while (missing > 0) {
      if (this.#rest.length === 0) await this.#fill();
      const piece = this.#rest.subarray(0, missing);
      this.#rest = this.#rest.subarray(piece.length);
      missing -= piece.length;
      yield piece;
    }
  }

  /** Reads and discards the rest until the stream ends. */
  async drain(): Promise<void> {
    this.#rest = Buffer.alloc(0);
    while (!(await this.#chunks.next()).done) {}
  }

  async #fill(): Promise<void> {
    const { value, done } = await this.#chunks.next();
    if (done) throw new BundleError('The archive is incomplete.');
    this.#rest = value;
  }
}
