import { constants } from 'node:fs';
import { lstat, open, readdir, realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import type { AppError } from '@lectern/contracts';
import {
  type ConnectedSource,
  invalidField,
  type SourceAdapter,
  type SourceContext,
  type SourceEntry,
  SourceError,
} from '../source-adapter.ts';

const entriesAtOnce = 500;
const maxDepth = 64;

/** @throws AppError `invalid_request` for a folder outside the permitted ones. */
export async function checkFolder(
  { path }: { readonly path: string },
  { folders }: Pick<SourceContext, 'folders'>,
): Promise<void> {
  if (!(await findPermitted(path, folders))) {
    throw notPermitted('settings.path');
  }
}

/** Returns the error for a field that names a folder which the operator has not permitted. */
export function notPermitted(field: string): AppError {
  const problem = 'is not in a shared folder of the server (setting SOURCE_FOLDERS)';
  return invalidField(field, problem, { rule: 'folder' });
}

/** Returns the path without links if it is beneath a permitted folder. */
export async function findPermitted(
  path: string,
  folders: readonly string[],
): Promise<string | undefined> {
  const real = await realpath(path).catch(() => undefined);
  if (real === undefined || !(await lstat(real)).isDirectory()) return undefined;
  for (const folder of folders) {
    const root = await realpath(folder).catch(() => undefined);
    if (root !== undefined && isBeneath(real, root)) return real;
  }
  return undefined;
}

function isBeneath(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/**
 * Opens a folder. Hidden files and links are left out, so that nothing outside the folder is read.
 */
export async function openFolder(
  { settings }: ConnectedSource<'folder'>,
  { folders }: Pick<SourceContext, 'folders'>,
): Promise<SourceAdapter> {
  const root = await findPermitted(settings.path, folders);
  if (root === undefined) {
    throw new SourceError('source_not_found', 'The folder does not exist or is not permitted.');
  }
  return {
    list: ({ signal }) => listFolder(root, signal),
    read: (entry) => readBeneath(root, entry.id),
    close: async () => {},
  };
}

async function* listFolder(root: string, signal: AbortSignal): AsyncIterable<SourceEntry[]> {
  const folders = [{ path: root, depth: 0 }];
  let batch: SourceEntry[] = [];
  for (let folder = folders.pop(); folder; folder = folders.pop()) {
    signal.throwIfAborted();
    const { path, depth } = folder;
    const names = await readdir(path, { withFileTypes: true }).catch((error: unknown) => {
      throw new SourceError('access_denied', 'A folder cannot be read.', { cause: error });
    });
    for (const name of names) {
      if (name.name.startsWith('.')) continue;
      const child = join(path, name.name);
      if (name.isDirectory() && depth < maxDepth) folders.push({ path: child, depth: depth + 1 });
      if (!name.isFile()) continue;
      const facts = await lstat(child, { bigint: true }).catch(ignoreMissing);
      if (!facts?.isFile()) continue;
      const id = relative(root, child).split(sep).join('/');
      batch.push({
        id,
        path: id,
        etag: [facts.size, facts.mtimeNs, facts.ctimeNs, facts.ino].join('-'),
        modified: new Date(Number(facts.mtimeMs)),
        size: Number(facts.size),
      });
      if (batch.length === entriesAtOnce) {
        yield batch;
        batch = [];
      }
    }
  }
  yield batch;
}

/** A file that vanished while the folder was listed. */
function ignoreMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
  throw new SourceError('access_denied', 'A file cannot be read.', { cause: error });
}

async function readBeneath(root: string, id: string): Promise<Readable> {
  try {
    // A folder on the way may have become a link since the listing.
    const path = await realpath(join(root, id));
    if (!isBeneath(path, root)) throw new SourceError('access_denied', 'The file is a link.');
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    if ((await file.stat()).isFile()) return file.createReadStream();
    await file.close();
    throw new SourceError('source_not_found', 'This is not a file.');
  } catch (error) {
    if (error instanceof SourceError) throw error;
    const isGone = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw isGone
      ? new SourceError('source_not_found', 'The file no longer exists.', { cause: error })
      : new SourceError('access_denied', 'The file cannot be read.', { cause: error });
  }
}
