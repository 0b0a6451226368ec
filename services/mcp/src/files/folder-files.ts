import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, link, lstat, opendir, rename, unlink } from 'node:fs/promises';
import { AppError } from '@lectern/contracts';
import type { FilePath, Files, FolderEntry } from './files.ts';
import { type OpenBelowOptions, type OpenFolder, openBelow } from './open-below.ts';

export interface FolderFilesOptions extends Pick<OpenBelowOptions, 'byDescriptor'> {
  /** Contains a folder for each organisation, named by its id. */
  readonly root: string;
  /** Maximum size of a file that is read or written. */
  readonly maxBytes: number;
}

interface FolderPlace {
  readonly organisationId: string;
  readonly path: FilePath;
  /** Creates the missing folders of the path. */
  readonly create?: boolean;
}

const { O_CREAT, O_EXCL, O_RDONLY, O_WRONLY } = constants;
/** Folders with more entries are not listed. */
const maxEntries = 10_000;
const organisationPattern = /^[\w-]{1,128}$/;

/** Files in a folder of this machine. */
export function createFolderFiles({ root, maxBytes, ...way }: FolderFilesOptions): Files {
  const withFolder = async <Result>(
    { organisationId, path, create = false }: FolderPlace,
    work: (folder: OpenFolder) => Promise<Result>,
  ): Promise<Result> => {
    if (!organisationPattern.test(organisationId)) throw new AppError('forbidden');
    try {
      await using folder = await openBelow(root, [organisationId, ...path], { create, ...way });
      return await work(folder);
    } catch (error) {
      throw toFileError(error);
    }
  };

  return {
    readText: (organisationId, path) =>
      withFolder({ organisationId, path: path.slice(0, -1) }, async (folder) => {
        await using file = await folder.open(nameOf(path), O_RDONLY);
        const stats = await file.stat();
        if (!stats.isFile()) throw noSuchFile();
        const bytes = await readAtMost(file, maxBytes);
        return { text: decode(bytes), size: bytes.length, modifiedAt: stats.mtime };
      }),

    async list(organisationId, path, { after, limit }) {
      const isRoot = path.length === 0;
      try {
        return await withFolder({ organisationId, path }, async (folder) => {
          const names = await readNames(folder);
          const wanted = names.filter((name) => after === undefined || name > after);
          const entries: FolderEntry[] = [];
          for (const name of wanted) {
            const entry = await describeEntry(folder, name);
            if (entry && entries.length === limit) return { entries, hasMore: true };
            if (entry) entries.push(entry);
          }
          return { entries, hasMore: false };
        });
      } catch (error) {
        const isUnused = isRoot && error instanceof AppError && error.code === 'not_found';
        if (isUnused) return { entries: [], hasMore: false };
        throw error;
      }
    },

    async writeText(organisationId, path, { text, overwrite }) {
      const bytes = Buffer.from(text, 'utf8');
      if (bytes.length > maxBytes) throw tooLarge(maxBytes);
      const place = { organisationId, path: path.slice(0, -1), create: true };
      return withFolder(place, async (folder) => {
        const draft = folder.pathOf(`.lectern-${randomUUID()}`);
        const target = folder.pathOf(nameOf(path));
        await writeDraft(folder, draft, bytes);
        try {
          // Both ways publish a complete file at once; a link fails if the name is taken.
          await (overwrite ? rename(draft, target) : link(draft, target));
        } finally {
          await unlink(draft).catch(() => undefined);
        }
        return { size: bytes.length };
      });
    },
  };
}

async function writeDraft(folder: OpenFolder, draft: string, bytes: Buffer): Promise<void> {
  const name = draft.slice(draft.lastIndexOf('/') + 1);
  await using file = await folder.open(name, O_WRONLY | O_CREAT | O_EXCL);
  await file.writeFile(bytes);
  await file.sync();
}

async function readAtMost(file: FileHandle, maxBytes: number): Promise<Buffer> {
  const buffer = Buffer.alloc(maxBytes + 1);
  let length = 0;
  while (length < buffer.length) {
    const { bytesRead } = await file.read(buffer, length, buffer.length - length, length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  if (length > maxBytes) throw tooLarge(maxBytes);
  return buffer.subarray(0, length);
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new AppError('unsupported_media_type', 'The file is not text in UTF-8.', {
      cause: error,
    });
  }
}

async function readNames(folder: OpenFolder): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of await opendir(folder.path)) {
    if (names.length === maxEntries) {
      throw new AppError('too_large', `The folder holds more than ${maxEntries} entries.`);
    }
    names.push(name);
  }
  return names.toSorted((a, b) => (a < b ? -1 : 1));
}

async function describeEntry(folder: OpenFolder, name: string): Promise<FolderEntry | undefined> {
  const stats = await lstat(folder.pathOf(name)).catch(() => undefined);
  if (stats?.isDirectory()) {
    return { name, type: 'directory', size: null, modifiedAt: stats.mtime };
  }
  return stats?.isFile()
    ? { name, type: 'file', size: stats.size, modifiedAt: stats.mtime }
    : undefined;
}

function nameOf(path: FilePath): string {
  const name = path.at(-1);
  if (name === undefined) throw noSuchFile();
  return name;
}

function noSuchFile(cause?: unknown): AppError {
  return new AppError('not_found', 'There is no such file or folder.', { cause });
}

function tooLarge(maxBytes: number): AppError {
  return new AppError('too_large', `A file may hold ${maxBytes} bytes at most.`, {
    details: { max_bytes: maxBytes },
  });
}

function toFileError(error: unknown): unknown {
  switch ((error as NodeJS.ErrnoException | null)?.code) {
    case 'ENOENT':
    case 'ENOTDIR':
    case 'ELOOP':
    case 'ENXIO':
      return noSuchFile(error);
    case 'EEXIST':
      return new AppError('file_exists', undefined, { cause: error });
    case 'EISDIR':
      return new AppError('file_exists', 'A folder has this name.', { cause: error });
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new AppError('forbidden', 'The service may not do this here.', { cause: error });
    default:
      return error;
  }
}
