import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import type { Database, DocumentRow } from '../database/tables.ts';
import type { StoredDocuments } from './document-stores.ts';

/** Types that a browser may show; everything else is only ever downloaded. */
const shownInline = new Set(['application/pdf', 'text/plain', 'image/png', 'image/jpeg']);

/**
 * Streams the original of the version that answers, or the newest while none does. What could run
 * scripts is sent as a download.
 */
export async function sendOriginal(
  { database, blobs }: StoredDocuments,
  row: DocumentRow,
  response: Response,
): Promise<void> {
  const { sha256, file_name, mime_type } = (await findAnswering(database, row)) ?? row;
  const mimeType = mime_type ?? 'application/octet-stream';
  const inline = shownInline.has(mimeType);
  const name = encodeURIComponent(file_name ?? `${row.title}.txt`);
  const size = await blobs.size(sha256);
  const bytes = await blobs.stream(sha256);
  response.writeHead(200, {
    'content-type': inline && mimeType === 'text/plain' ? 'text/plain; charset=utf-8' : mimeType,
    'content-length': size,
    'content-disposition': `${inline ? 'inline' : 'attachment'}; filename*=UTF-8''${name}`,
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
  });
  await pipeline(bytes, response);
}

async function findAnswering(database: Database, { active_revision }: DocumentRow) {
  if (active_revision === null) return undefined;
  return database
    .selectFrom('rag.revisions')
    .select(['sha256', 'file_name', 'mime_type'])
    .where('id', '=', active_revision)
    .executeTakeFirst();
}
