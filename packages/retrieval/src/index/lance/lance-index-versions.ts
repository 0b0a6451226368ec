import { readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { IndexVersions } from '../index-versions.ts';
import { isFileMissing, translateLanceError } from './lance-errors.ts';
import type { LanceIndexOptions } from './lance-options.ts';
import { findIndexVersion, folderNameOf } from './lance-store-name.ts';
import { acquireWriterLock } from './writer-lock.ts';

/** Prefix of a folder that is being removed, so that no incomplete index version is found. */
const droppedSuffix = 'dropped-';

/** Lists and drops the index versions in a LanceDB folder. One with a writer cannot be dropped. */
export function createLanceIndexVersions({
  directory,
}: Pick<LanceIndexOptions, 'directory'>): IndexVersions {
  return {
    async list(prefix) {
      try {
        const folders = (await readdir(directory)).map((name) =>
          name.startsWith(droppedSuffix) ? name.slice(droppedSuffix.length) : name,
        );
        const found = folders.map(findIndexVersion).filter((name) => name?.startsWith(prefix));
        return [...new Set(found as string[])];
      } catch (error) {
        if (isFileMissing(error)) return [];
        throw translateLanceError(error);
      }
    },
    async drop(indexVersion) {
      const folder = path.join(directory, folderNameOf(indexVersion));
      const dropped = path.join(directory, droppedSuffix + folderNameOf(indexVersion));
      try {
        await removeFolder(dropped);
        await moveFolder(folder, dropped);
        await removeFolder(dropped);
      } catch (error) {
        throw translateLanceError(error);
      }
    },
  };
}

async function moveFolder(folder: string, target: string): Promise<void> {
  try {
    await readdir(folder);
  } catch (error) {
    if (isFileMissing(error)) return;
    throw error;
  }
  const lock = acquireWriterLock(folder);
  try {
    await rename(folder, target);
  } finally {
    lock.release();
  }
}

function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true });
}
