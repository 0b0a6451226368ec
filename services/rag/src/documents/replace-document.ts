import { AppError, type Document } from '@lectern/contracts';
import type { Access } from '../access/load-access.ts';
import { isUniqueViolation } from '../database/postgres-errors.ts';
import type { Database } from '../database/tables.ts';
import type { Upload } from './receive-files.ts';
import { requireDocument } from './require-document.ts';
import { startWork } from './start-work.ts';
import { toDocument } from './to-document.ts';

/** New bytes for a document; the same bytes are a no-op. The old version answers meanwhile. */
export async function replaceDocument(
  database: Database,
  access: Access,
  id: string,
  { files, password }: Upload,
): Promise<Document> {
  const before = await requireDocument(database, access, id, 'write');
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
    const row = await startWork(database, access.organisationId, id, {
      password,
      content: {
        sha256: file.sha256,
        size: file.size,
        mime_type: file.mimeType,
        file_name: file.fileName,
      },
    });
    return toDocument(row);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError('document_state_conflict', 'Another document here has this content.', {
      cause: error,
    });
  }
}
