import assert from 'node:assert/strict';
import type { Activity, LoadContext } from './activity.ts';

const filesPerTurn = 3;
const abandonEvery = 5;
const abandonAfterMs = 30;
const abandonedBytes = 4_000_000;

/** Files and texts are added, read, replaced and deleted; now and then a caller hangs up. */
export const documentsActivity: Activity = {
  name: 'documents',
  restMs: 1_500,
  async takeTurn(context, turn) {
    const { api, inboxId } = context;
    const ids = [...(await addFiles(context, turn)), ...(await addTexts(context))];
    for (const id of ids) {
      const { status } = await api.waitUntilFinal(id);
      const original = await api.open('GET', `/api/documents/${id}/file`);
      assert.equal(original.status, 200);
      await original.arrayBuffer();
      if (status === 'ready') await api.readText(id);
    }
    assert.ok((await api.listDocuments(inboxId)).length >= ids.length);
    await addTexts(context, 'Second edition. ');
    for (const id of ids) await api.call('deleteDocument', { params: { id } });
    if (turn % abandonEvery === 0) await abandonUpload(context);
  },
};

async function addFiles({ api, inboxId, files }: LoadContext, turn: number): Promise<string[]> {
  const chosen = Array.from(
    { length: filesPerTurn },
    (_, index) => files[(turn * filesPerTurn + index) % files.length],
  ).filter((file) => file !== undefined);
  const accepted = await api.uploadAccepted(inboxId, chosen);
  return accepted.flatMap(({ id }) => id ?? []);
}

async function addTexts({ api, inboxId }: LoadContext, prefix = ''): Promise<string[]> {
  const documents = [1, 2].map((number) => ({
    external_id: `note-${number}`,
    title: `Note ${number}`,
    text: `${prefix}Note ${number} says that the filter is changed every ${number} months.`,
  }));
  const { status, body } = await api.request('POST', `/api/collections/${inboxId}/documents`, {
    json: { documents },
  });
  assert.equal(status, 202, JSON.stringify(body));
  return body.documents.map(({ id }: { id: string }) => id);
}

async function abandonUpload({ suite, api, inboxId }: LoadContext): Promise<void> {
  const body = new FormData();
  body.append('files', new Blob([new Uint8Array(abandonedBytes)]), 'abandoned.bin');
  const response = fetch(`${suite.url}/api/collections/${inboxId}/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${api.apiKey}` },
    body,
    signal: AbortSignal.timeout(abandonAfterMs),
  });
  await response.then(
    (answer) => answer.body?.cancel(),
    () => {},
  );
  await removeAbandoned({ api, inboxId });
}

/** It may have arrived whole after all. */
async function removeAbandoned({
  api,
  inboxId,
}: Pick<LoadContext, 'api' | 'inboxId'>): Promise<void> {
  for (const { id, file_name } of await api.listDocuments(inboxId)) {
    if (file_name === 'abandoned.bin') await api.call('deleteDocument', { params: { id } });
  }
}
