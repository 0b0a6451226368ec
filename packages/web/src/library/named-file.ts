export interface NamedFile {
  readonly file: File;
  /** Path of the file, if it came in a folder. */
  readonly name: string;
}

/** Files that operating systems create in folders. */
export const systemFile = /^(\..*|Thumbs\.db|desktop\.ini)$/i;

/**
 * Returns the files of a file input without system files. The chosen folder itself may have any
 * name.
 */
export function nameFiles(files: Iterable<File>): readonly NamedFile[] {
  return [...files]
    .map((file) => ({ file, name: file.webkitRelativePath || file.name }))
    .filter(
      ({ name }) =>
        !name
          .split('/')
          .slice(1)
          .some((part) => systemFile.test(part)),
    );
}

/** Returns the folders of files, parents first. */
export function listFolders(files: readonly NamedFile[]): readonly string[] {
  const folders = new Set<string>();
  for (const { name } of files) {
    const parts = name.split('/').slice(0, -1);
    for (const index of parts.keys()) folders.add(parts.slice(0, index + 1).join('/'));
  }
  return [...folders];
}

/** Returns the folder of a file; empty for a single file. */
export function folderOf({ name }: NamedFile): string {
  return name.slice(0, Math.max(0, name.lastIndexOf('/')));
}
