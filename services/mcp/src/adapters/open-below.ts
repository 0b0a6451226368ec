import { constants } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, realpath } from 'node:fs/promises';
import { platform } from 'node:os';
import { join } from 'node:path';

const { O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;

/** A folder that is held open. */
export interface OpenFolder extends AsyncDisposable {
  /** Where a name in this very folder is, whatever became of the folder's own name meanwhile. */
  pathOf(name: string): string;
  /** The folder itself, to list it. */
  readonly path: string;
  /** Opens a name in it; a link fails. */
  open(name: string, flags: number): Promise<FileHandle>;
}

export interface OpenBelowOptions {
  /** Makes the folders that are missing. */
  readonly create: boolean;
  /**
   * Names are looked up in the open folder itself, which only Linux offers. Elsewhere what was
   * opened is compared with its path, which leaves a gap for who makes links while we write.
   */
  readonly byDescriptor?: boolean;
}

/**
 * Opens a folder below `root`, one name at a time and each without following a link, so that nobody
 * can lead the way elsewhere in between. `root` itself may be reached over links.
 */
export async function openBelow(
  root: string,
  names: readonly string[],
  { create, byDescriptor = platform() === 'linux' }: OpenBelowOptions,
): Promise<OpenFolder> {
  let path = await realpath(root);
  let handle = await open(path, O_RDONLY | O_DIRECTORY);
  for (const name of names) {
    const parent = toFolder(handle, path, byDescriptor);
    try {
      if (create) await makeFolder(parent.pathOf(name));
      handle = await parent.open(name, O_RDONLY | O_DIRECTORY);
      path = join(path, name);
    } finally {
      await parent[Symbol.asyncDispose]();
    }
  }
  return toFolder(handle, path, byDescriptor);
}

function toFolder(handle: FileHandle, path: string, byDescriptor: boolean): OpenFolder {
  const self = byDescriptor ? `/proc/self/fd/${handle.fd}` : path;
  const pathOf = (name: string) => `${self}/${name}`;
  return {
    path: self,
    pathOf,
    async open(name, flags) {
      const opened = await open(pathOf(name), flags | O_NOFOLLOW | O_NONBLOCK);
      try {
        if (!byDescriptor) await assertSame(opened, join(path, name));
        return opened;
      } catch (error) {
        await opened.close();
        throw error;
      }
    },
    [Symbol.asyncDispose]: () => handle.close(),
  };
}

/** What was opened must be what the path names without any link on its way. */
async function assertSame(opened: FileHandle, path: string): Promise<void> {
  const [real, named, own] = await Promise.all([realpath(path), lstat(path), opened.stat()]);
  if (real !== path || named.ino !== own.ino || named.dev !== own.dev) {
    throw Object.assign(new Error('a link is on the way'), { code: 'ELOOP' });
  }
}

async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
