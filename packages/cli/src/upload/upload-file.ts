import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { type AcceptedDocument, AppError } from '@lectern/contracts';
import type { Connection } from '../connection/connection.ts';

/**
 * Sends one file, streamed from disk. An upload is idempotent, so it is tried again while the suite
 * is busy or away.
 * @throws AppError when it stays refused.
 */
export async function uploadFile(
  connection: Connection,
  collectionId: string,
  { path, password }: { readonly path: string; readonly password: string | undefined },
): Promise<AcceptedDocument> {
  const form = new FormData();
  form.append('files', await openAsBlob(path), basename(path));
  if (password) form.append('password', password);
  const { documents } = await connection.upload('addDocuments', form, {
    params: { id: collectionId },
  });
  const [document] = documents;
  if (!document)
    throw new AppError('upstream_failed', 'The upload was answered without a document.');
  return document;
}
