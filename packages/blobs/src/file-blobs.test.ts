import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeBlobStore } from './blob-store.suite.ts';
import { openFileBlobs } from './file-blobs.ts';

describeBlobStore('file blobs', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'lectern-blobs-'));
  return {
    open: () => openFileBlobs(directory),
    dispose: () => rm(directory, { recursive: true, force: true }),
  };
});
