import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { HybridIndex } from '../hybrid-index.ts';
import { connect, Session } from './lance-client.ts';
import { CompletenessMark } from './lance-completeness-mark.ts';
import { translateLanceError } from './lance-errors.ts';
import { LanceIndex } from './lance-index.ts';
import type { LanceIndexOptions } from './lance-options.ts';
import { folderNameOf } from './lance-store-name.ts';
import { TableHandles } from './table-handles.ts';
import { acquireWriterLock } from './writer-lock.ts';

const indexCacheBytes = 1024n ** 3n;
const metadataCacheBytes = 256n * 1024n ** 2n;

/** Opens the index after the engine was loaded. */
export async function openLanceStore(options: LanceIndexOptions): Promise<HybridIndex> {
  const { dimensions, mode } = options;
  const directory = path.join(options.directory, folderNameOf(options.indexVersion));
  try {
    await mkdir(directory, { recursive: true });
    const lock = mode === 'write' ? acquireWriterLock(directory) : undefined;
    const handles = await TableHandles.open({
      directory,
      connect: () => {
        const session = new Session(indexCacheBytes, metadataCacheBytes);
        return connect(directory, { readConsistencyInterval: 0 }, session);
      },
    });
    const completeness = new CompletenessMark(directory);
    const index = new LanceIndex({ directory, handles, dimensions, completeness, lock });
    // Runs in the background; `health` and each call report a table that cannot be read.
    if (lock) index.catchUp().catch(() => undefined);
    return index;
  } catch (error) {
    throw translateLanceError(error);
  }
}
