import type { FindDiskRoom } from '@lectern/blobs';
import type { AcceptedDocuments } from '@lectern/contracts';
import { type Access, requireCollection } from '../access/load-access.ts';
import { acceptFile } from '../documents/accept-file.ts';
import type { DocumentStores } from '../documents/document-stores.ts';
import { cleanFileName } from '../documents/file-name.ts';
import { requireRoom } from '../documents/require-room.ts';
import { openWeb, webLimits } from './adapters/web.ts';
import { checkAddress } from './check-address.ts';
import {
  invalidField,
  type SourceContext,
  type SourceEntry,
  SourceError,
} from './source-adapter.ts';

const totalMs = 25_000;
const limits = { ...webLimits, answerMs: 20_000, maxWaitMs: 5_000, totalMs, links: 0 };

export interface PageStores extends DocumentStores {
  readonly context: SourceContext;
  readonly findDiskRoom: FindDiskRoom;
}

/**
 * Fetches a page once, by the rules of a website, and records it as a document with its address.
 * @throws AppError `collection_not_found`, `forbidden`, `quota_exceeded`, `storage_full`;
 *   `invalid_request` for an address that is not permitted or cannot be read.
 */
export async function addPage(
  { context, findDiskRoom, ...stores }: PageStores,
  access: Access,
  { collectionId, url }: { readonly collectionId: string; readonly url: string },
): Promise<AcceptedDocuments> {
  await requireCollection(stores.database, access, { id: collectionId, permission: 'write' });
  await requireRoom(findDiskRoom);
  await checkAddress('url', url, context);
  const settings = { start_urls: [url], allow: [], depth: 0 };
  const adapter = await openWeb({ settings, credentials: {} }, context, limits);
  const signal = AbortSignal.timeout(totalMs);
  try {
    const entries: SourceEntry[] = [];
    for await (const batch of adapter.list({ signal, find: () => undefined })) {
      entries.push(...batch);
    }
    const [entry] = entries;
    if (!entry) throw invalidField('url', 'has no page that may be added', { rule: 'no_page' });
    const blob = await stores.blobs.put(await adapter.read(entry, signal));
    const file = {
      ...blob,
      fileName: cleanFileName(entry.path),
      mimeType: entry.mimeType ?? 'application/octet-stream',
      url: entry.url,
    };
    return {
      documents: [await acceptFile(stores, access, { collectionId, file, password: undefined })],
    };
  } catch (error) {
    if (signal.aborted) throw invalidField('url', 'takes too long to answer', { rule: 'timeout' });
    throw error instanceof SourceError
      ? invalidField('url', error.message, { rule: 'no_page' })
      : error;
  } finally {
    await adapter.close();
  }
}
