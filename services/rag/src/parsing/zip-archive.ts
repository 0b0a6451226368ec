import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { ParseFailure } from './parse-failure.ts';

export interface ZipLimits {
  /** Maximum bytes of all inflated members together. */
  readonly maxUncompressedBytes: number;
}

const maxMembers = 20_000;
/**
 * Above this size, members with a higher compression ratio than `bombRatio` are rejected as a zip
 * bomb.
 */
const bombBytes = 64 * 1024 * 1024;
const bombRatio = 100;

/** Members of a zip container, inflated one at a time and within limits. */
export class ZipArchive {
  readonly #file: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;

  constructor(file: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#file = file;
    this.#entries = entries;
  }

  get names(): string[] {
    return [...this.#entries.keys()];
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /**
   * Returns the bytes of a member, undefined if it does not exist; never more than the directory
   * says.
   * @throws ParseFailure `unreadable` if the member is damaged, `password_required` if it is
   *   encrypted.
   */
  async read(name: string): Promise<Buffer | undefined> {
    const entry = this.#entries.get(name);
    if (entry === undefined) return undefined;
    if (entry.isEncrypted()) {
      throw new ParseFailure('password_required', 'The file is encrypted. Enter its password.');
    }
    try {
      return await inflate(this.#file, entry);
    } catch (cause) {
      throw new ParseFailure(
        'unreadable',
        'The file is damaged: a part of it cannot be unpacked.',
        {
          cause,
        },
      );
    }
  }
}

/** Parts of a file by name, wherever they are stored. */
export type PartSource = Pick<ZipArchive, 'names' | 'has' | 'read'>;

/**
 * Reads the directory of a zip file without inflating anything.
 * @throws ParseFailure `unreadable` if there is none, `too_large` if there are too many members or
 *   they would inflate to more than the limit.
 */
export async function openZipArchive(bytes: Buffer, limits: ZipLimits): Promise<ZipArchive> {
  try {
    const file = await fromBufferPromise(bytes, {});
    return new ZipArchive(file, await readDirectory(file, bytes.length, limits));
  } catch (cause) {
    if (cause instanceof ParseFailure) throw cause;
    throw new ParseFailure('unreadable', 'The file is damaged: its zip container is incomplete.', {
      cause,
    });
  }
}

async function readDirectory(
  file: ZipFile,
  packedBytes: number,
  limits: ZipLimits,
): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  let total = 0;
  for await (const entry of file.eachEntry()) {
    total += entry.uncompressedSize;
    const isBomb = total > bombBytes && total > packedBytes * bombRatio;
    if (isBomb || total > limits.maxUncompressedBytes || entries.size >= maxMembers) {
      throw new ParseFailure(
        'too_large',
        'The file would unpack to far more data than is allowed.',
      );
    }
    if (!entries.has(entry.fileName)) entries.set(entry.fileName, entry);
  }
  return entries;
}

async function inflate(file: ZipFile, entry: Entry): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of await file.openReadStreamPromise(entry)) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
