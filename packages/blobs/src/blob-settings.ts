import { join } from 'node:path';
import { type OnClose, serviceUrlSchema } from '@lectern/service';
import { z } from 'zod';
import type { BlobStore } from './blob-store.ts';
import { openFileBlobs } from './file-blobs.ts';
import { openS3Blobs } from './s3-blobs.ts';

export const blobConfigShape = {
  /** Folder of originals and parsed documents; not used with S3_BUCKET. */
  BLOB_DIR: z.string().min(1).optional(),
  /** Keeps originals and parsed documents in an S3-compatible store. */
  S3_BUCKET: z.string().min(1).optional(),
  /** Address of the store; default: Amazon S3. */
  S3_ENDPOINT: serviceUrlSchema.optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  /** Default: the role of the machine. */
  AWS_ACCESS_KEY_ID: z.string().min(1).optional(),
  AWS_SECRET_ACCESS_KEY: z.string().min(1).optional(),
};

export type BlobSettings = Readonly<z.output<z.ZodObject<typeof blobConfigShape>>>;

/** Checks settings that depend on each other. */
export function checkBlobSettings(
  config: Readonly<Partial<Record<keyof BlobSettings, unknown>>>,
  context: z.RefinementCtx,
): void {
  const require = (isGiven: unknown, name: string, message: string) => {
    if (!isGiven) context.addIssue({ code: 'custom', path: [name], message });
  };
  require(config.BLOB_DIR || config.S3_BUCKET, 'BLOB_DIR', 'or S3_BUCKET is needed');
  require(config.S3_BUCKET || !config.S3_ENDPOINT, 'S3_BUCKET', 'is needed with S3_ENDPOINT');
  require(Boolean(config.AWS_ACCESS_KEY_ID) ===
    Boolean(config.AWS_SECRET_ACCESS_KEY), 'AWS_SECRET_ACCESS_KEY', 'goes with AWS_ACCESS_KEY_ID');
}

export interface BlobArea {
  /** Separates these blobs from the site's documents; the service that owns an area sweeps it. */
  readonly area?: string;
}

/**
 * Opens the store of originals and parsed documents, or of another area: a bucket if one is named,
 * else a folder.
 */
export async function openBlobs(
  settings: BlobSettings,
  onClose: OnClose,
  { area }: BlobArea = {},
): Promise<BlobStore> {
  const { BLOB_DIR, S3_BUCKET, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = settings;
  if (!S3_BUCKET) {
    if (!BLOB_DIR) throw new Error('the settings of the blob store are incomplete');
    return openFileBlobs(area === undefined ? BLOB_DIR : join(BLOB_DIR, area));
  }
  return openS3Blobs(
    {
      bucket: S3_BUCKET,
      endpoint: settings.S3_ENDPOINT,
      region: settings.S3_REGION,
      ...(area !== undefined && { prefix: `${area}/` }),
      ...(AWS_ACCESS_KEY_ID &&
        AWS_SECRET_ACCESS_KEY && {
          credentials: { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY },
        }),
    },
    onClose,
  );
}
