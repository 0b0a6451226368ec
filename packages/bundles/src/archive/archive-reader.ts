import { createHash } from 'node:crypto';
import { z } from 'zod';
import { BundleError } from '../bundle-error.ts';
import {
  archiveHeadSchema,
  archiveVersions,
  type Manifest,
  manifestEntry,
  manifestSchema,
  maxDescriptionBytes,
  maxPartBytes,
  type SiteDescription,
  siteEntry,
  siteSchema,
} from './archive-format.ts';
import { ByteReader } from './byte-reader.ts';
import { blockBytes, countPadding, decodeTarHeader, type TarHeader } from './tar-format.ts';

/** An entry of an archive. Read a blob's bytes before you request the next entry. */
export type ArchiveEntry =
  | {
      readonly kind: 'blob';
      readonly sha256: string;
      readonly size: number;
      readonly bytes: AsyncIterable<Buffer>;
    }
  | { readonly kind: 'rows'; readonly table: string; readonly bytes: Buffer };

const entryPattern = /^(blobs|tables\/([a-z]+\.\w+))\/([0-9a-f]{64})$/;

/** Reads an uncompressed archive from start to end. All methods throw `BundleError`. */
export class ArchiveReader {
  readonly #bytes: ByteReader;
  readonly #names = createHash('sha256');

  constructor(source: AsyncIterable<Buffer>) {
    this.#bytes = new ByteReader(source);
  }

  /** Reads the description of the site. Call it first. */
  async readSite(): Promise<SiteDescription> {
    const header = await this.#readHeader().catch(noArchive);
    if (header.name !== siteEntry) return noArchive();
    const value = await this.#readJson(header);
    const head = archiveHeadSchema.safeParse(value);
    if (!head.success) return noArchive();
    if (!archiveVersions.some((version) => version === head.data.version)) {
      throw new BundleError(
        `The archive has format ${head.data.version} and this version of Lectern reads formats ${archiveVersions.join(' and ')}.`,
      );
    }
    return parse(siteSchema, value, siteEntry);
  }

  /** Reads and discards the rest, since the sender of a stream waits until all of it is read. */
  async drain(): Promise<void> {
    await this.#bytes.drain();
  }

  /** Yields the entries, each checked against its name, and returns the manifest. */
  async *readEntries(): AsyncGenerator<ArchiveEntry, Manifest> {
    for (;;) {
      const header = await this.#readHeader();
      if (header.name === manifestEntry) return this.#readManifest(header);
      const [, folder, table, sha256 = ''] = entryPattern.exec(header.name) ?? [];
      if (!folder)
        throw new BundleError(`The archive contains ${header.name}, which is not a known entry.`);
      this.#names.update(`${header.name}\n`);
      if (table === undefined) {
        const bytes = this.#bytes.stream(header.size);
        yield { kind: 'blob', sha256, size: header.size, bytes };
      } else {
        yield { kind: 'rows', table, bytes: await this.#readPart(header, sha256) };
      }
      await this.#bytes.read(countPadding(header.size));
    }
  }

  async #readManifest(header: TarHeader): Promise<Manifest> {
    const manifest = parse(manifestSchema, await this.#readJson(header), manifestEntry);
    if (manifest.entries_sha256 !== this.#names.digest('hex')) {
      throw new BundleError('The archive does not contain the entries of its manifest.');
    }
    await this.#bytes.drain();
    return manifest;
  }

  async #readPart(header: TarHeader, sha256: string): Promise<Buffer> {
    if (header.size > maxPartBytes) throw new BundleError(`${header.name} is too large.`);
    const bytes = await this.#bytes.read(header.size);
    if (createHash('sha256').update(bytes).digest('hex') !== sha256) {
      throw new BundleError(
        `The content of ${header.name} does not match the SHA-256 in its name.`,
      );
    }
    return bytes;
  }

  async #readJson({ name, size }: TarHeader): Promise<unknown> {
    if (size > maxDescriptionBytes) throw new BundleError(`${name} is too large.`);
    const bytes = await this.#bytes.read(size);
    await this.#bytes.read(countPadding(size));
    try {
      return JSON.parse(bytes.toString('utf8'));
    } catch (error) {
      throw new BundleError(`${name} is not valid JSON.`, { cause: error });
    }
  }

  async #readHeader(): Promise<TarHeader> {
    const block = await this.#bytes.read(blockBytes);
    let header: TarHeader | undefined;
    try {
      header = decodeTarHeader(block);
    } catch (error) {
      throw new BundleError(`The archive is damaged: ${(error as Error).message}.`);
    }
    if (!header) throw new BundleError('The archive ends without a manifest.');
    return header;
  }
}

function noArchive(cause?: unknown): never {
  throw new BundleError('This is not an archive of a site.', { cause });
}

function parse<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  name: string,
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new BundleError(`${name} is not valid:\n${z.prettifyError(result.error)}`);
}
