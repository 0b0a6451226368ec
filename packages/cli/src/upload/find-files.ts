import { opendir, stat } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { CommandError } from '../command-error.ts';

/** A file to send, and what it is called in reports. */
export interface FoundFile {
  readonly path: string;
  readonly name: string;
}

/**
 * The files that paths name: each itself, or all below a folder, by path. Hidden entries and links
 * below a folder are left out.
 * @throws CommandError for a path that is not there.
 */
export async function findFiles(paths: readonly string[]): Promise<FoundFile[]> {
  const found: FoundFile[] = [];
  for (const path of paths) {
    const facts = await stat(path).catch((error: unknown) => {
      throw new CommandError(`${path} is not a file or folder.`, { cause: error });
    });
    if (!facts.isDirectory()) {
      found.push({ path, name: basename(path) });
      continue;
    }
    const files: string[] = [];
    await collect(path, files);
    found.push(...files.sort().map((file) => ({ path: file, name: relative(path, file) })));
  }
  return found;
}

async function collect(folder: string, files: string[]): Promise<void> {
  for await (const entry of await opendir(folder)) {
    if (entry.name.startsWith('.')) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await collect(path, files);
    else if (entry.isFile()) files.push(path);
  }
}
