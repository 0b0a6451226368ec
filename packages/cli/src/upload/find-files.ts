import { opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError } from '../command-error.ts';

/** Files below a folder, by path. Hidden entries and links are left out. Throws `CommandError`. */
export async function findFiles(folder: string): Promise<string[]> {
  const files: string[] = [];
  try {
    await collect(folder, files);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
    throw new CommandError(`${folder} is not a folder.`, { cause: error });
  }
  return files.sort();
}

async function collect(folder: string, files: string[]): Promise<void> {
  for await (const entry of await opendir(folder)) {
    if (entry.name.startsWith('.')) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await collect(path, files);
    else if (entry.isFile()) files.push(path);
  }
}
