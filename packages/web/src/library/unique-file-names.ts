import type { Document } from '@lectern/contracts';

export type NamedDocument = Pick<Document, 'id' | 'file_name' | 'title' | 'updated_at'>;

/** Returns a file name without folders for each document, unique without regard to case. */
export function uniqueFileNames(documents: readonly NamedDocument[]): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  return new Map(
    documents.map(({ id, file_name, title }) => {
      const name = (file_name ?? `${title}.txt`).replaceAll(/[\\/]/g, '_');
      const dot = name.lastIndexOf('.');
      const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
      let free = name;
      for (let n = 2; taken.has(free.toLowerCase()); n += 1) free = `${stem} (${n})${ending}`;
      taken.add(free.toLowerCase());
      return [id, free];
    }),
  );
}
