import { readdir, stat } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { CommandError } from '../command-error.ts';

/** A file to send, and what it is called in reports. */
export interface FoundFile {
  readonly path: string;
  readonly name: string;
}

export interface FoundFiles {
  readonly files: readonly FoundFile[];
  /** Folders that may not be read. */
  readonly closed: readonly FoundFile[];
}

/**
 * The files that paths name: each itself, or all below a folder, by path. Hidden entries and links
 * below a folder are left out.
 * @throws CommandError for a path that is not there.
 */
export async function findFiles(paths: readonly string[]): Promise<FoundFiles> {
  const found: FoundFile[] = [];
  const closed: FoundFile[] = [];
  for (const path of paths) {
    const facts = await stat(path).catch((error: unknown) => {
      throw new CommandError(`${path} is not a file or folder.`, { cause: error });
    });
    if (!facts.isDirectory()) {
      found.push({ path, name: basename(path) });
      continue;
    }
    const files: string[] = [];
    await collect(path, files, (folder) =>
      closed.push({ path: folder, name: relative(path, folder) || basename(path) }),
    );
    found.push(...files.sort().map((file) => ({ path: file, name: relative(path, file) })));
  }
  return { files: found, closed };
}

async function collect(
  folder: string,
  files: string[],
  onClosed: (folder: string) => void,
): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => undefined);
  if (!entries) {
    onClosed(folder);
    return;
  }
  for (const entry of entries) {
    if (entry.name.startsWith('.')) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await collect(path, files, onClosed);
    else if (entry.isFile()) files.push(path);
  }
}
