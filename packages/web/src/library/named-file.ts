/** A file that is to be sent. */
export interface NamedFile {
  readonly file: File;
  /** With its folders, when it came in one. */
  readonly name: string;
}

/** What systems put into folders for themselves: nobody means to add it. */
export const systemFile = /^(\..*|Thumbs\.db|desktop\.ini)$/i;

/** Files as a field gives them; of a folder without those of the system. */
export function nameFiles(files: Iterable<File>): readonly NamedFile[] {
  return [...files]
    .map((file) => ({ file, name: file.webkitRelativePath || file.name }))
    .filter(
      ({ name }) => !name.includes('/') || !name.split('/').some((part) => systemFile.test(part)),
    );
}
