import type { Request } from 'express';
import { discardBlobs } from '../originals/discard-blobs.ts';
import type { DocumentStores } from './document-stores.ts';
import { type ReceiveOptions, receiveFiles, type Upload } from './receive-files.ts';

export interface ReceiveUploadOptions extends Omit<ReceiveOptions, 'onPut'> {
  readonly stores: Pick<DocumentStores, 'database' | 'blobs'>;
}

/**
 * Receives the files of a request and records them. The bytes of refused files are discarded at
 * once, also when the request breaks off.
 */
export async function receiveUpload<Result>(
  request: Request,
  { stores, ...options }: ReceiveUploadOptions,
  record: (upload: Upload) => Promise<Result>,
): Promise<Result> {
  const { database, blobs } = stores;
  const put: string[] = [];
  try {
    return await record(
      await receiveFiles(request, blobs, { ...options, onPut: (sha256) => put.push(sha256) }),
    );
  } finally {
    await discardBlobs(database, blobs, put).catch((error: unknown) =>
      request.log.warn({ err: error }, 'the bytes of a refused upload are left to the next sweep'),
    );
  }
}
