import { pipeline } from 'node:stream/promises';
import type { ByteRange } from '@lectern/blobs';
import { AppError } from '@lectern/contracts';
import type { Request, Response } from 'express';
import type { Database, DocumentRow } from '../database/tables.ts';
import type { StoredDocuments } from './document-stores.ts';

/** Types that a browser may show; everything else is only downloaded. */
const shownInline = new Set(['application/pdf', 'text/plain', 'image/png', 'image/jpeg']);

interface Exchange {
  readonly request: Request;
  readonly response: Response;
}

/**
 * Streams the original of the version that answers, or of the newest while none does. Sends a range
 * if one is requested, and nothing if the caller has these bytes. Content that could run scripts is
 * sent as a download.
 *
 * @throws AppError `range_not_satisfiable`.
 */
export async function sendOriginal(
  { database, blobs }: StoredDocuments,
  row: DocumentRow,
  { request, response }: Exchange,
): Promise<void> {
  const { sha256, file_name, mime_type } = (await findAnswering(database, row)) ?? row;
  // A browser stores the file but revalidates before each use, since its reader may have lost the
  // right.
  const etag = `"${sha256}"`;
  response.set({ etag, 'cache-control': 'private, no-cache' });
  if (listKnown(request).includes(etag)) {
    response.status(304).end();
    return;
  }
  const size = await blobs.size(sha256);
  const range = readRange(request, response, { etag, size });
  const mimeType = mime_type ?? 'application/octet-stream';
  const inline = shownInline.has(mimeType);
  const name = encodeURIComponent(file_name ?? `${row.title}.txt`);
  response.set({
    'accept-ranges': 'bytes',
    'content-type': inline && mimeType === 'text/plain' ? 'text/plain; charset=utf-8' : mimeType,
    'content-disposition': `${inline ? 'inline' : 'attachment'}; filename*=UTF-8''${name}`,
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
  });
  if (range) response.status(206).set('content-range', `bytes ${range.start}-${range.end}/${size}`);
  response.set('content-length', `${range ? range.end - range.start + 1 : size}`);
  if (request.method === 'HEAD') response.end();
  else await pipeline(await blobs.stream(sha256, range), response);
}

/**
 * `request.fresh` is not used: it honours the `Cache-Control: no-cache` that `fetch` adds to such a
 * request.
 */
function listKnown(request: Request): readonly string[] {
  const given = request.get('if-none-match')?.split(',') ?? [];
  return given.map((tag) => tag.trim().replace(/^W\//, ''));
}

/** Several ranges at once are answered with the whole file, as HTTP allows. */
function readRange(
  request: Request,
  response: Response,
  { etag, size }: { readonly etag: string; readonly size: number },
): ByteRange | undefined {
  const isOfThis = (request.get('if-range') ?? etag) === etag;
  const ranges = isOfThis ? request.range(size) : undefined;
  if (ranges === -1) {
    response.set('content-range', `bytes */${size}`);
    throw new AppError('range_not_satisfiable');
  }
  const [range, ...others] = Array.isArray(ranges) && ranges.type === 'bytes' ? ranges : [];
  return others.length > 0 ? undefined : range;
}

async function findAnswering(database: Database, { active_revision }: DocumentRow) {
  if (active_revision === null) return undefined;
  return database
    .selectFrom('rag.revisions')
    .select(['sha256', 'file_name', 'mime_type'])
    .where('id', '=', active_revision)
    .executeTakeFirst();
}
