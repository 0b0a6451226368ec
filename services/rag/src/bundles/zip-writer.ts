import { crc32 } from 'node:zlib';

interface WrittenEntry {
  readonly name: Buffer;
  readonly crc: number;
  readonly size: bigint;
  readonly offset: bigint;
}

/** Names are UTF-8; checksum and sizes follow the bytes. */
const flags = 0x0808;
/** Version of the format with 64-bit sizes. */
const zip64Version = 45;
const inZip64 = 0xffffffff;
/** Midnight of 1 January 1980, the earliest date: a bundle of the same content is the same. */
const date = 0x0021;
/** A regular file that its owner may read and write. */
const fileMode = 0o100600;

/** Writes a zip archive as a stream. Members are stored uncompressed and may be of any size. */
export class ZipWriter {
  readonly #entries: WrittenEntry[] = [];
  #offset = 0n;

  async *add(
    name: string,
    bytes: AsyncIterable<Buffer> | Iterable<Buffer>,
  ): AsyncGenerator<Buffer> {
    const offset = this.#offset;
    const encoded = Buffer.from(name);
    const extra = joinNumbers([0x0001, 2], [16, 2], [0n, 8], [0n, 8]);
    yield this.#count(
      Buffer.concat([
        joinNumbers([0x04034b50, 4], [zip64Version, 2], [flags, 2], [0, 2], [0, 2], [date, 2]),
        joinNumbers([0, 4], [inZip64, 4], [inZip64, 4], [encoded.length, 2], [extra.length, 2]),
        encoded,
        extra,
      ]),
    );
    let crc = 0;
    let size = 0n;
    for await (const piece of bytes) {
      crc = crc32(piece, crc);
      size += BigInt(piece.length);
      yield this.#count(piece);
    }
    yield this.#count(joinNumbers([0x08074b50, 4], [crc, 4], [size, 8], [size, 8]));
    this.#entries.push({ name: encoded, crc, size, offset });
  }

  /** Writes the directory, which ends the archive. */
  *end(): Generator<Buffer> {
    const start = this.#offset;
    for (const { name, crc, size, offset } of this.#entries) {
      const extra = joinNumbers([0x0001, 2], [24, 2], [size, 8], [size, 8], [offset, 8]);
      yield this.#count(
        Buffer.concat([
          joinNumbers([0x02014b50, 4], [0x0300 + zip64Version, 2], [zip64Version, 2], [flags, 2]),
          joinNumbers([0, 2], [0, 2], [date, 2], [crc, 4], [inZip64, 4], [inZip64, 4]),
          joinNumbers([name.length, 2], [extra.length, 2], [0, 2], [0, 2], [0, 2]),
          joinNumbers([fileMode * 0x10000, 4], [inZip64, 4]),
          name,
          extra,
        ]),
      );
    }
    const end = this.#offset;
    const count = BigInt(this.#entries.length);
    yield Buffer.concat([
      joinNumbers([0x06064b50, 4], [44n, 8], [zip64Version, 2], [zip64Version, 2], [0, 4], [0, 4]),
      joinNumbers([count, 8], [count, 8], [end - start, 8], [start, 8]),
      joinNumbers([0x07064b50, 4], [0, 4], [end, 8], [1, 4]),
      joinNumbers([0x06054b50, 4], [0, 2], [0, 2], [0xffff, 2], [0xffff, 2]),
      joinNumbers([inZip64, 4], [inZip64, 4], [0, 2]),
    ]);
  }

  #count(bytes: Buffer): Buffer {
    this.#offset += BigInt(bytes.length);
    return bytes;
  }
}

/** Writes numbers of the given widths in bytes, little-endian. */
function joinNumbers(...numbers: readonly (readonly [number | bigint, 2 | 4 | 8])[]): Buffer {
  const bytes = Buffer.alloc(numbers.reduce((sum, [, width]) => sum + width, 0));
  let at = 0;
  for (const [value, width] of numbers) {
    if (width === 8) bytes.writeBigUInt64LE(BigInt(value), at);
    else bytes.writeUIntLE(Number(value), at, width);
    at += width;
  }
  return bytes;
}
