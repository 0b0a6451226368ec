import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { findNoText } from '@lectern/service';
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
/** Above this size, members that inflate to more than `bombRatio` times theirs are refused. */
const bombBytes = 64 * 1024 * 1024;
const bombRatio = 100;
const knownName =
  /^(?:bundle\.json|(?:collections|documents)\.jsonl|manifest\.json|(?:chunks\/[0-9a-f-]{36}\.jsonl)|(?:vectors\/[0-9a-f-]{36}\.f32)|(?:blobs\/[0-9a-f]{64}))$/;

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
    if (this.size(name) > maxReadBytes) throw new BundleProblem(`${name} is too large.`, name);
    const parts: Buffer[] = [];
    try {
      for await (const part of await this.stream(name)) parts.push(part as Buffer);
    } catch (cause) {
      throw new BundleProblem(`${name} is damaged.`, name, { cause });
    }
    return Buffer.concat(parts);
  }

  /** @throws BundleProblem if the member is not JSON of this form. */
  async readJson<Schema extends z.ZodType>(
    name: string,
    schema: Schema,
  ): Promise<z.output<Schema>> {
    return parseMember(name, schema, (await this.read(name)).toString('utf8'));
  }

  /** @throws BundleProblem if a line of the member is not JSON of this form. */
  async readLines<Schema extends z.ZodType>(
    name: string,
    schema: Schema,
  ): Promise<z.output<Schema>[]> {
    const lines = (await this.read(name)).toString('utf8').split('\n');
    if (lines.at(-1) === '') lines.pop();
    return lines.map((line) => parseMember(name, schema, line));
  }

  /** Compares every member with its size and hash in the manifest. */
  async verify(onProgress: (done: number, total: number) => Promise<void>): Promise<void> {
    const manifest = await this.readJson(members.manifest, manifestSchema);
    const named = new Set(manifest.members.map(({ name }) => name));
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
