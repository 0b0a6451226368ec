import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Megabytes of the files in a folder and below; one that goes away meanwhile counts nothing. */
export async function folderMb(directory: string): Promise<number> {
  const names = await readdir(directory, { recursive: true });
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(directory, name)).then(
        (found) => (found.isFile() ? found.size : 0),
        () => 0,
      ),
    ),
  );
  return Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1024 ** 2);
}
