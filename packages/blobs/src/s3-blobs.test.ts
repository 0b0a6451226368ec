import { randomUUID } from 'node:crypto';
import {
  CreateMultipartUploadCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3';
import { describe, it } from '@jest/globals';
import { describeBlobStore } from './blob-store.suite.ts';
import { openS3Blobs } from './s3-blobs.ts';

const {
  S3_ENDPOINT,
  S3_REGION = 'us-east-1',
  AWS_ACCESS_KEY_ID,
  AWS_SECRET_ACCESS_KEY,
} = process.env;

if (S3_ENDPOINT && AWS_ACCESS_KEY_ID && AWS_SECRET_ACCESS_KEY) {
  const server = {
    endpoint: S3_ENDPOINT,
    region: S3_REGION,
    credentials: { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY },
  };
  describeBlobStore('S3 blobs', async () => {
    const closers: Array<() => Promise<void> | void> = [];
    const bucket = `lectern-test-${randomUUID()}`;
    const client = new S3Client({ ...server, forcePathStyle: true });
    closers.push(() => client.destroy());
    return {
      open: () => openS3Blobs({ ...server, bucket }, (close) => closers.push(close)),
      async leaveUnfinished() {
        const Key = `blobs/${'ab'.repeat(32)}`;
        await client.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key }));
      },
      async countUnfinished() {
        const { Uploads = [] } = await client.send(
          new ListMultipartUploadsCommand({ Bucket: bucket }),
        );
        return Uploads.length;
      },
      async dispose() {
        await dropBucket({ ...server, bucket });
        for (const close of closers) await close();
      },
    };
  });
} else {
  describe('S3 blobs', () => {
    it.skip('behave like all blobs (S3_ENDPOINT and AWS_* are not set)', () => {});
  });
}

async function dropBucket({
  bucket: Bucket,
  ...settings
}: {
  bucket: string;
  endpoint: string;
  region: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
}): Promise<void> {
  const client = new S3Client({ ...settings, forcePathStyle: true });
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }));
  for (const { Key } of Contents) await client.send(new DeleteObjectCommand({ Bucket, Key }));
  await client.send(new DeleteBucketCommand({ Bucket }));
  client.destroy();
}
