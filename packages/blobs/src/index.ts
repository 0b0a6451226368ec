export { blobConfigShape, checkBlobSettings, openBlobs } from './blob-settings.ts';
export {
  type BlobStore,
  BlobTooLargeError,
  type ByteRange,
  type StoredBlob,
} from './blob-store.ts';
export { type FindDiskRoom, watchDiskRoom } from './disk-room.ts';
export { openFileBlobs } from './file-blobs.ts';
export { blobSweepLock } from './sweep-lock.ts';
