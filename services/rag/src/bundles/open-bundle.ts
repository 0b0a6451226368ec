import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { findNoText, JsonShape } from '@lectern/service';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import type { z } from 'zod';
import { type Manifest, manifestSchema, members } from './bundle-format.ts';

/** A bundle that cannot be imported. `member` names the damaged part. */
export class BundleProblem extends Error {
  override readonly name = 'BundleProblem';
  readonly member: string | null;

  constructor(message: string, member: string | null = null, options?: { cause?: unknown }) {
    super(toShortText(message), options);
    this.member = member === null ? null : toShortText(member);
  }
}

/** A zip file may name a member by 64 KB of any characters, which the database cannot all store. */
function toShortText(text: string): string {
  return text.slice(0, 500).replaceAll(/[\p{Cc}\p{Cs}]/gu, '\ufffd');
}

const maxMembers = 500_000;
/** Members that are read into memory. */
const maxReadBytes = 256 * 1024 * 1024;
/** Members of JSON take several times their size in memory. */
const maxJsonBytes = 128 * 1024 * 1024;
const maxLineBytes = 8 * 1024 * 1024;
const jsonLimits = { maxDepth: 64, maxValues: 4_000_000 };
const lineFeed = 10;
/** Above this size, members that inflate to more than `bombRatio` times theirs are refused. */
const bombBytes = 64 * 1024 * 1024;
const bombRatio = 100;
const knownName =
  /^(?:bundle\.json|(?:collections|documents)\.jsonl|manifest\.json|(?:(?:chunks|edits)\/[0-9a-f-]{36}\.jsonl)|(?:vectors\/[0-9a-f-]{36}\.f32)|(?:blobs\/[0-9a-f]{64}))$/;

/** A checked bundle on disk. */
export class Bundle {
  readonly #file: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;

  constructor(file: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#file = file;
    this.#entries = entries;
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  size(name: string): number {
    return this.#require(name).uncompressedSize;
  }

  stream(name: string): Promise<Readable> {
    return this.#file.openReadStreamPromise(this.#require(name));
  }

  /** @throws BundleProblem if the member is missing or too large. */
  async read(name: string): Promise<Buffer> {
    return buffer(this.#parts(name, maxReadBytes));
  }

  /** @throws BundleProblem if the member is not JSON of this form. */
  async readJson<Schema extends z.ZodType>(
    name: string,
    schema: Schema,
  ): Promise<z.output<Schema>> {
    const json = await buffer(this.#jsonParts(name));
    return parseMember(name, schema, json.toString('utf8'));
  }

  /** @throws BundleProblem if a line of the member is not JSON of this form. */
  async readLines<Schema extends z.ZodType>(
    name: string,
    schema: Schema,
  ): Promise<z.output<Schema>[]> {
    const values: z.output<Schema>[] = [];
    let begun: Buffer[] = [];
    let length = 0;
    const add = (piece: Buffer) => {
      length += piece.length;
      if (length > maxLineBytes) throw new BundleProblem(`${name} is too large.`, name);
      begun.push(piece);
    };
    const finish = () => {
      values.push(parseMember(name, schema, Buffer.concat(begun).toString('utf8')));
      begun = [];
      length = 0;
    };
    for await (const part of this.#jsonParts(name)) {
      let from = 0;
      for (let at = part.indexOf(lineFeed); at >= 0; at = part.indexOf(lineFeed, from)) {
        add(part.subarray(from, at));
        finish();
        from = at + 1;
      }
      if (from < part.length) add(part.subarray(from));
    }
    if (begun.length > 0) finish();
    return values;
  }

  /** Compares every member with its size and hash in the manifest. */
  async verify(onProgress: (done: number, total: number) => Promise<void>): Promise<void> {
    const manifest = await this.readJson(members.manifest, manifestSchema);
    const named = new Set(manifest.members.map(({ name }) => name));
    // Each would be read as often as it is named.
    if (named.size < manifest.members.length) {
      const message = `${members.manifest} names a member twice.`;
      throw new BundleProblem(message, members.manifest);
    }
    for (const name of this.#entries.keys()) {
      if (name !== members.manifest && !named.has(name)) {
        throw new BundleProblem(`${name} is not in the manifest.`, name);
      }
    }
    for (const [at, member] of manifest.members.entries()) {
      await this.#verifyMember(member);
      await onProgress(at + 1, manifest.members.length);
    }
  }

  close(): void {
    this.#file.close();
  }

  /** @throws BundleProblem, also for JSON with too many values or levels. */
  async *#jsonParts(name: string): AsyncGenerator<Buffer> {
    const shape = new JsonShape(jsonLimits);
    for await (const part of this.#parts(name, maxJsonBytes)) {
      try {
        shape.add(part);
      } catch (cause) {
        throw new BundleProblem(`${name} is too large.`, name, { cause });
      }
      yield part;
    }
  }

  async *#parts(name: string, maxBytes: number): AsyncGenerator<Buffer> {
    if (this.size(name) > maxBytes) throw new BundleProblem(`${name} is too large.`, name);
    try {
      for await (const part of await this.stream(name)) yield part as Buffer;
    } catch (cause) {
      throw new BundleProblem(`${name} is damaged.`, name, { cause });
    }
  }

  async #verifyMember({ name, size, sha256 }: Manifest['members'][number]): Promise<void> {
    if (this.size(name) !== size) throw new BundleProblem(`${name} has another size.`, name);
    const hash = createHash('sha256');
    try {
      for await (const part of await this.stream(name)) hash.update(part as Buffer);
    } catch (cause) {
      throw new BundleProblem(`${name} is damaged.`, name, { cause });
    }
    const found = hash.digest('hex');
    const isBlob = name.startsWith('blobs/');
    if (found !== sha256 || (isBlob && name !== members.blobOf(found))) {
      throw new BundleProblem(`${name} was changed: its SHA-256 is another one.`, name);
    }
  }

  #require(name: string): Entry {
    const entry = this.#entries.get(name);
    if (!entry) throw new BundleProblem(`${name} is missing.`, name);
    return entry;
  }
}

/**
 * Opens a bundle and checks its directory without reading a member: only members of the format,
 * each once, no links, nothing encrypted, within limits.
 * @throws BundleProblem
 */
export async function openBundle(path: string, maxBytes: number): Promise<Bundle> {
  let file: ZipFile;
  try {
    file = await openPromise(path, { lazyEntries: true, autoClose: false });
  } catch (cause) {
    throw new BundleProblem('This is not a bundle, or it is incomplete.', null, { cause });
  }
  try {
    if (file.entryCount > maxMembers) throw new BundleProblem('The bundle has too many members.');
    return new Bundle(file, await readDirectory(file, maxBytes));
  } catch (error) {
    file.close();
    if (error instanceof BundleProblem) throw error;
    const { message } = error as Error;
    throw new BundleProblem(`The directory of the bundle is damaged: ${message}.`, null, {
      cause: error,
    });
  }
}

async function readDirectory(file: ZipFile, maxBytes: number): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>();
  let bytes = 0;
  for await (const entry of file.eachEntry()) {
    const { fileName: name, uncompressedSize, compressedSize } = entry;
    const fileType = (entry.externalFileAttributes >>> 16) & 0o170000;
    const isFile = fileType === 0 || fileType === 0o100000;
    if (!knownName.test(name) || !isFile || entry.isEncrypted()) {
      throw new BundleProblem(`${name} is no part of a bundle.`, name);
    }
    if (entries.has(name)) throw new BundleProblem(`${name} is there twice.`, name);
    const isBomb = uncompressedSize > bombBytes && uncompressedSize > bombRatio * compressedSize;
    bytes += uncompressedSize;
    if (isBomb || bytes > maxBytes) throw new BundleProblem(`${name} is too large.`, name);
    entries.set(name, entry);
  }
  return entries;
}

function parseMember<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  text: string,
): z.output<Schema> {
  try {
    const value: unknown = JSON.parse(text);
    // The database cannot store it.
    const noText = findNoText(text, value);
    if (noText !== undefined) throw new TypeError(`${noText}: is no text`);
    return schema.parse(value);
  } catch (cause) {
    throw new BundleProblem(`${name} does not have the form of a bundle.`, name, { cause });
  }
}
