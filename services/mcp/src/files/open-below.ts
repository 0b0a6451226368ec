import { constants } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, realpath } from 'node:fs/promises';
import { platform } from 'node:os';
import { join } from 'node:path';

const { O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;

export interface OpenFolder extends AsyncDisposable {
  /** Returns the path of a name in this folder, even if the folder was renamed meanwhile. */
  pathOf(name: string): string;
  readonly path: string;
  /** Opens a name in the folder. Links are rejected. */
  open(name: string, flags: number): Promise<FileHandle>;
}

export interface OpenBelowOptions {
  /** Creates missing folders. */
  readonly create: boolean;
  /**
   * Resolves names relative to the open folder, which only Linux supports. Elsewhere the opened
   * file is compared with its path, which leaves a gap for links that are created during a write.
   */
  readonly byDescriptor?: boolean;
}

/**
 * Opens a folder below `root`, one name at a time and without following links, so that no link can
 * redirect the path. `root` itself may contain links.
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

/** The opened file must be the file at the path, without any link on the path. */
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
