import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeBlobStore } from './blob-store.suite.ts';
import { openFileBlobs } from './file-blobs.ts';

describeBlobStore('file blobs', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'lectern-blobs-'));
  return {
    open: () => openFileBlobs(directory),
    leaveUnfinished: () => writeFile(join(directory, 'incoming', randomUUID()), 'half of'),
    countUnfinished: async () => (await readdir(join(directory, 'incoming'))).length,
    dispose: () => rm(directory, { recursive: true, force: true }),
  };
});
