import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';

/** Stores backups under their names. */
export interface BackupStore {
  /** Stores a backup as a whole; one whose bytes end early is not stored. */
  put(name: string, bytes: Readable): Promise<void>;
  list(): Promise<readonly string[]>;
  read(name: string): Promise<Readable>;
  delete(name: string): Promise<void>;
}

const ownerOnly = 0o600;
const partial = '.partial';

/** Stores backups as files of a folder, readable by its owner only. */
export function openFolderBackups(folder: string): BackupStore {
  return {
    async put(name, bytes) {
      await mkdir(folder, { recursive: true });
      const unfinished = join(folder, `${name}${partial}`);
      try {
        await using file = await open(unfinished, 'w', ownerOnly);
        await pipeline(bytes, async (pieces: AsyncIterable<Buffer>) => {
          for await (const piece of pieces) await file.writeFile(piece);
        });
        await file.sync();
        await rename(unfinished, join(folder, name));
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
    },
    list: async () => {
      await mkdir(folder, { recursive: true });
      return readdir(folder);
    },
    read: async (name) => createReadStream(join(folder, name)),
    delete: (name) => rm(join(folder, name)),
  };
}

export interface BucketOptions {
  readonly bucket: string;
  /** Default: Amazon S3. */
  readonly endpoint: string | undefined;
  readonly region: string;
  /** Default: the role of the machine. */
  readonly credentials:
    | { readonly accessKeyId: string; readonly secretAccessKey: string }
    | undefined;
}

const prefix = 'backups/';

/** Stores backups as objects `backups/…` of a bucket. */
export function openBucketBackups(options: BucketOptions): BackupStore {
  const { bucket: Bucket, endpoint, region, credentials } = options;
  const client = new S3Client({
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
    // S3-compatible stores do not all support Amazon's newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return {
    async put(name, Body) {
      // 10,000 parts hold 640 GB.
      const partSize = 64 * 1024 * 1024;
      const params = { Bucket, Key: prefix + name, Body };
      await new Upload({ client, params, partSize, queueSize: 1 }).done();
    },
    async list() {
      const names: string[] = [];
      for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix: prefix })) {
        names.push(...(page.Contents ?? []).map(({ Key = '' }) => Key.slice(prefix.length)));
      }
      return names;
    },
    async read(name) {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: prefix + name }));
      return Body as Readable;
    },
    async delete(name) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: prefix + name }));
    },
  };
}
