import { type NamedFile, systemFile } from './named-file.ts';

const maxFiles = 20_000;

export interface Dropped {
  readonly files: readonly NamedFile[];
  /** True if there were more than 20,000 files. */
  readonly isCut: boolean;
}

export function hasFiles({
  dataTransfer,
}: {
  readonly dataTransfer: DataTransfer | null;
}): boolean {
  return dataTransfer?.types.includes('Files') ?? false;
}

/** Returns what was dropped; only the handler of the event can read it. */
export function listEntries({ items }: DataTransfer): readonly FileSystemEntry[] {
  return [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
}

/** Returns the dropped files, including those in folders. */
export async function readDropped(entries: readonly FileSystemEntry[]): Promise<Dropped> {
  const files: NamedFile[] = [];
  for (const entry of entries) await collect(entry, files);
  return { files: files.slice(0, maxFiles), isCut: files.length > maxFiles };
}

async function collect(entry: FileSystemEntry, files: NamedFile[]): Promise<void> {
  if (files.length > maxFiles) return;
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => {
      (entry as FileSystemFileEntry).file(resolve, reject);
    });
    files.push({ file, name: entry.fullPath.replace(/^\//, '') });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    // A browser returns at most 100 entries per call.
    const children = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (children.length === 0) return;
    for (const child of children) {
      if (!systemFile.test(child.name)) await collect(child, files);
    }
  }
}
