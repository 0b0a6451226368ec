import { pipeline } from 'node:stream/promises';
import type { BlobStore } from '@lectern/blobs';
import type { Response } from 'express';
import type { DocumentRow } from '../database/tables.ts';

/** Types that a browser may show; everything else is only ever downloaded. */
const shownInline = new Set(['application/pdf', 'text/plain', 'image/png', 'image/jpeg']);

/** Streams the original. What could run scripts is sent as a download. */
export async function sendOriginal(
  blobs: BlobStore,
  row: DocumentRow,
  response: Response,
): Promise<void> {
  const mimeType = row.mime_type ?? 'application/octet-stream';
  const inline = shownInline.has(mimeType);
  const name = encodeURIComponent(row.file_name ?? `${row.title}.txt`);
  const bytes = await blobs.stream(row.sha256);
  response.writeHead(200, {
    'content-type': inline && mimeType === 'text/plain' ? 'text/plain; charset=utf-8' : mimeType,
    'content-length': row.size,
    'content-disposition': `${inline ? 'inline' : 'attachment'}; filename*=UTF-8''${name}`,
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
  });
  await pipeline(bytes, response);
}
