/** A file that is to be sent. */
export interface NamedFile {
  readonly file: File;
  /** With its folders, when it came in one. */
  readonly name: string;
}

/** What systems put into folders for themselves: nobody means to add it. */
export const systemFile = /^(\..*|Thumbs\.db|desktop\.ini)$/i;

/**
 * Files as a field gives them; of a folder without those of the system. The folder itself was chosen,
 * whatever it is called.
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

/** The folders that files came in, each before those in it. */
export function listFolders(files: readonly NamedFile[]): readonly string[] {
  const folders = new Set<string>();
  for (const { name } of files) {
    const parts = name.split('/').slice(0, -1);
    for (const index of parts.keys()) folders.add(parts.slice(0, index + 1).join('/'));
  }
  return [...folders];
}

/** The folder that a file came in; empty where it came by itself. */
export function folderOf({ name }: NamedFile): string {
  return name.slice(0, Math.max(0, name.lastIndexOf('/')));
}
