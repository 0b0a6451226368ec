import { accessSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

/** Folder of files in memory on Linux. */
const memory = '/dev/shm';
const prefix = 'lectern-';
const minFreeBytes = 6 * 1024 ** 3;

/**
 * Makes a folder for temporary files in memory, since test databases are hundreds of small files
 * each: on a slow disk making one took a second, here 0.1 s. Leftovers of dead runs are removed first.
 *
 * @returns undefined where there is no such memory, or too little.
 */
export function makeMemoryFolder() {
  try {
    accessSync(memory, constants.W_OK);
    removeLeftFolders();
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize < minFreeBytes) return undefined;
    return mkdtempSync(join(memory, `${prefix}${process.pid}-`));
  } catch {
    return undefined;
  }
}

export function removeFolder(folder) {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

function removeLeftFolders() {
  for (const name of readdirSync(memory)) {
    const [, pid] = name.match(/^lectern-(\d+)-/) ?? [];
    if (pid && !isAlive(Number(pid))) removeFolder(join(memory, name));
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
