import { type AcceptedDocument, type AcceptedDocuments, AppError } from '@lectern/contracts';
import type { Access } from '../access/load-access.ts';
import { acceptFile, type ReceivedFile } from './accept-file.ts';
import type { DocumentStores } from './document-stores.ts';
import { titleFromFileName } from './file-name.ts';
import type { Upload } from './receive-files.ts';

/**
 * Records uploaded files, one entry per file in the order sent.
 *
 * @throws AppError `quota_exceeded` if it refuses every file.
 */
export async function uploadDocuments(
  stores: DocumentStores,
  access: Access,
  { collectionId, files, password }: Upload & { readonly collectionId: string },
): Promise<AcceptedDocuments> {
  const documents: AcceptedDocument[] = [];
  const overQuota: AppError[] = [];
  for (const file of files) {
    if ('refused' in file) {
      documents.push(file.refused);
      continue;
    }
    try {
      documents.push(await acceptFile(stores, access, { collectionId, file, password }));
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'quota_exceeded') throw error;
      overQuota.push(error);
      documents.push(refuse(file, error));
    }
  }
  const [first] = overQuota;
  if (first && overQuota.length === files.length) throw first;
  return { documents };
}

function refuse({ fileName }: ReceivedFile, { code, message }: AppError): AcceptedDocument {
  return {
    title: titleFromFileName(fileName),
    file_name: fileName,
    duplicate: false,
    error: { code, message },
  };
}
