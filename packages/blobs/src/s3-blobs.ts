import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  AbortMultipartUploadCommand,
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  NotFound,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { OnClose } from '@lectern/service';
import type { BlobStore, ByteRange } from './blob-store.ts';
import { requireSha256 } from './require-sha256.ts';
import { writeDurably } from './write-durably.ts';

export interface S3BlobsOptions {
  /** Created if it is missing. */
  readonly bucket: string;
  /** Default: Amazon S3. */
  readonly endpoint?: string | undefined;
  readonly region: string;
  /** Prefix of the objects' names. Default `blobs/`. */
  readonly prefix?: string;
  /** Default: the credentials of the environment, such as a role of the machine. */
  readonly credentials?:
    | { readonly accessKeyId: string; readonly secretAccessKey: string }
    | undefined;
}

/**
 * Stores blobs as objects `blobs/abcd…` of a bucket. Bytes are written to a temporary file first,
 * since their name is only known at the end.
 */
export async function openS3Blobs(options: S3BlobsOptions, onClose: OnClose): Promise<BlobStore> {
  const { bucket: Bucket, prefix = 'blobs/' } = options;
  const client = createClient(options);
  onClose(() => client.destroy());
  await createMissingBucket(client, Bucket);
  const keyOf = (sha256: string) => {
    requireSha256(sha256);
    return prefix + sha256;
  };
  const get = async (sha256: string, range?: ByteRange) => {
    const Range = range && `bytes=${range.start}-${range.end}`;
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: keyOf(sha256), Range }));
    if (!Body) throw new Error(`the object of ${sha256} has no body`);
    return Body;
  };

  return {
    put: (bytes, maxBytes = Number.POSITIVE_INFINITY) =>
      withTemporaryFile(async (path) => {
        const blob = await writeDurably(path, bytes, maxBytes);
        // An existing object is written again: its new date protects it from a sweep that is
        // running.
        const upload = new Upload({
          client,
          params: { Bucket, Key: keyOf(blob.sha256), Body: createReadStream(path) },
        });
        await upload.done();
        return blob;
      }),
    read: async (sha256) => Buffer.from(await (await get(sha256)).transformToByteArray()),
    stream: async (sha256, range) => (await get(sha256, range)) as Readable,
    async size(sha256) {
      const head = await client.send(new HeadObjectCommand({ Bucket, Key: keyOf(sha256) }));
      return head.ContentLength ?? 0;
    },
    withFile: (sha256, use) =>
      withTemporaryFile(async (path) => {
        await pipeline((await get(sha256)) as Readable, createWriteStream(path, { mode: 0o600 }));
        return use(path);
      }),
    async *listOlderThan(date) {
      for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix: prefix })) {
        for (const { Key = '', LastModified } of page.Contents ?? []) {
          if (LastModified && LastModified < date) yield Key.slice(prefix.length);
        }
      }
    },
    async delete(sha256) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: keyOf(sha256) }));
    },
    async removeUnfinished(olderThan) {
      const { Uploads = [] } = await client.send(
        new ListMultipartUploadsCommand({ Bucket, Prefix: prefix }),
      );
      for (const { Key, UploadId, Initiated } of Uploads) {
        if (!Initiated || Initiated >= olderThan) continue;
        await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
      }
    },
  };
}

function createClient({ endpoint, region, credentials }: S3BlobsOptions): S3Client {
  return new S3Client({
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
    maxAttempts: 4,
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 60_000 },
    // S3-compatible stores do not all support Amazon's newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}

async function createMissingBucket(client: S3Client, Bucket: string): Promise<void> {
  try {
    await client.send(new HeadBucketCommand({ Bucket }));
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    await client.send(new CreateBucketCommand({ Bucket }));
  }
}

async function withTemporaryFile<Result>(use: (path: string) => Promise<Result>): Promise<Result> {
  const path = join(tmpdir(), `lectern-blob-${randomUUID()}`);
  try {
    return await use(path);
  } finally {
    await rm(path, { force: true });
  }
}
