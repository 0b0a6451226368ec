import type { AcceptedDocument, AcceptedDocuments } from '@lectern/contracts';
import type { Access } from '../access/load-access.ts';
import type { Database } from '../database/tables.ts';
import { acceptFile } from './accept-file.ts';
import type { Upload } from './receive-files.ts';

/** Records uploaded files, one entry a file in the order sent. */
export async function uploadDocuments(
  database: Database,
  access: Access,
  collectionId: string,
  { files, password }: Upload,
): Promise<AcceptedDocuments> {
  const documents: AcceptedDocument[] = [];
  for (const file of files) {
    documents.push(
      'refused' in file
        ? file.refused
        : await acceptFile(database, access, collectionId, file, password),
    );
  }
  return { documents };
}
