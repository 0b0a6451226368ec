import { createHash, randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { BlobStore } from '@lectern/blobs';
import { Client, escapeIdentifier } from 'pg';
import { decrypt } from './archive/encryption.ts';
import { importSite } from './import-site.ts';
import { describeContents, type Report } from './progress-report.ts';

export interface CheckArchiveOptions {
  /** A database on the server that gets the scratch database, with the right to create one. */
  readonly databaseUrl: string;
  readonly input: Readable;
  /** Private key of age, if the archive is encrypted. */
  readonly identity?: string | undefined;
  readonly report?: Report;
  readonly signal?: AbortSignal;
}

/**
 * Restores an archive into a scratch database, which is dropped afterwards, and compares every
 * original with its SHA-256.
 *
 * @returns a sentence with everything that could be read.
 * @throws BundleError when the archive cannot be restored.
 */
export async function checkArchive(options: CheckArchiveOptions): Promise<string> {
  const { databaseUrl, input, identity, report = () => {}, signal } = options;
  const name = `lectern_check_${randomBytes(6).toString('hex')}`;
  const server = new Client({ connectionString: databaseUrl });
  await server.connect();
  try {
    await server.query(`create database ${escapeIdentifier(name)}`);
    const scratch = new URL(databaseUrl);
    scratch.pathname = `/${name}`;
    const { manifest, secrets } = await importSite({
      databaseUrl: scratch.href,
      blobs: createHashingBlobs(),
      input: await decrypt(input, identity),
      report,
      ...(signal && { signal }),
    });
    return `restored ${describeContents(manifest)}, ${secrets ? 'with' : 'without'} secrets`;
  } finally {
    await server.query(`drop database if exists ${escapeIdentifier(name)} with (force)`);
    await server.end();
  }
}

/** Hashes what it is given and stores nothing, so that a check needs no room for originals. */
function createHashingBlobs(): BlobStore {
  const refuse = () => Promise.reject(new Error('a check stores no files'));
  return {
    async put(bytes) {
      const hash = createHash('sha256');
      let size = 0;
      for await (const piece of Buffer.isBuffer(bytes) ? [bytes] : bytes) {
        hash.update(piece);
        size += piece.length;
      }
      return { sha256: hash.digest('hex'), size };
    },
    read: refuse,
    stream: refuse,
    size: refuse,
    withFile: refuse,
    async *listOlderThan() {},
    delete: refuse,
    removeUnfinished: refuse,
  };
}
