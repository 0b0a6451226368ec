import { constants, copyFile, link, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Puts a file where its parser can read it for the duration of the work: as a hard link, or as a
 * copy if the folder is on another disk.
 */
export async function withSandboxFile<Result>(
  folder: string,
  path: string,
  work: (own: string) => Promise<Result>,
): Promise<Result> {
  const own = join(folder, 'file');
  try {
    await rm(own, { force: true });
    await link(path, own).catch(() => copyFile(path, own, constants.COPYFILE_FICLONE));
    return await work(own);
  } finally {
    await rm(own, { force: true }).catch(() => undefined);
  }
}
