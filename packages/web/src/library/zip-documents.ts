import { Zip, ZipPassThrough } from 'fflate';
import { addressOf } from '../api/address-of.ts';
import { fetchOrThrow } from '../api/fetch-or-throw.ts';
import { type Acted, runForEach } from './run-for-each.ts';
import { type NamedDocument, uniqueFileNames } from './unique-file-names.ts';

export interface ZippedDocuments {
  readonly archive: Blob;
  readonly acted: Acted<NamedDocument>;
}

/** Time limit per file. */
const timeoutMs = 300_000;

/** Builds an archive of the originals in memory. Failed downloads are left out. */
export async function zipDocuments(documents: readonly NamedDocument[]): Promise<ZippedDocuments> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const zip = new Zip((error, part) => {
    if (error) throw error;
    parts.push(part as Uint8Array<ArrayBuffer>);
  });
  const names = uniqueFileNames(documents);
  const acted = await runForEach(documents, async (document) => {
    const response = await fetchOrThrow(addressOf('getDocumentFile', { id: document.id }), {
      signal: AbortSignal.timeout(timeoutMs),
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    // Most formats are compressed already.
    const file = new ZipPassThrough(names.get(document.id) ?? document.id);
    file.mtime = document.updated_at;
    zip.add(file);
    file.push(bytes, true);
  });
  zip.end();
  return { archive: new Blob(parts, { type: 'application/zip' }), acted };
}
