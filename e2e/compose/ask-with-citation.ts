import assert from 'node:assert/strict';
import type { Api } from '../suite/api.ts';

const question = 'How often must the backup battery of the weather station be replaced?';

/**
 * Asks what page 2 of the manual answers.
 * @throws Error unless the answer says it and cites that page.
 */
export async function askWithCitation(
  api: Api,
  collectionId: string,
  documentId: string,
): Promise<void> {
  const { answer, citations } = await api.call('chat', {
    timeoutMs: 120_000,
    body: { message: question, collection_filter: { collection_ids: [collectionId] } },
  });
  assert.match(answer, /eighteen months/i);
  const pages = citations.map(({ document_id, page }) => ({ document_id, page }));
  assert.deepEqual(pages[0], { document_id: documentId, page: 2 });
}
