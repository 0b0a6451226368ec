import { AppError, type Document } from '@lectern/contracts';
import { isUniqueViolation } from '@lectern/service';
import type { Access } from '../access/load-access.ts';
import { claimBlobs } from '../originals/claim-blobs.ts';
import { assertDocumentQuotas } from '../quotas/document-quotas.ts';
import type { DocumentStores } from './document-stores.ts';
import type { Upload } from './receive-files.ts';
import { requireDocument } from './require-document.ts';
import { startWorkIn } from './start-work.ts';
import { toDocument } from './to-document.ts';

/**
 * Replaces the bytes of a document; the same bytes are a no-op. The old version answers meanwhile.
 *
 * @throws AppError `quota_exceeded` if there are more bytes than before, and too many.
 */
export async function replaceDocument(
  { database, blobs, quotas }: DocumentStores,
  access: Access,
  { id, files, password }: Upload & { readonly id: string },
): Promise<Document> {
  const before = await requireDocument(database, access, { id, permission: 'write' });
  const [file, ...others] = files;
  if (!file || others.length > 0) {
    throw new AppError('invalid_request', 'files: send exactly one file', {
      details: { field: 'files' },
    });
  }
  if ('refused' in file) throw new AppError('too_large', file.refused.error?.message);
  const settled = before.status !== 'failed' && before.status !== 'cancelled';
  if (before.sha256 === file.sha256 && settled) return toDocument(before);
  try {
    const row = await database.transaction().execute(async (transaction) => {
      await claimBlobs(transaction, blobs, [file.sha256]);
      const started = await startWorkIn(transaction, access.organisationId, {
        id,
        password,
        content: {
          sha256: file.sha256,
          size: file.size,
          mime_type: file.mimeType,
          file_name: file.fileName,
        },
      });
      if (file.size > Number(before.size)) {
        await assertDocumentQuotas(transaction, access.organisationId, {
          quotas,
          added: { documents: 0, bytes: file.size - Number(before.size) },
        });
      }
      return started;
    });
    return toDocument(row);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError('document_state_conflict', 'Another document here has this content.', {
      cause: error,
    });
  }
}
