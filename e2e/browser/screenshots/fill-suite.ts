import { readFile } from 'node:fs/promises';
import type { Api } from '../../suite/api.ts';
import { manual, readCommittedFile } from '../../suite/committed-files.ts';

const guides = ['add-a-format', 'add-a-page', 'add-a-provider', 'add-a-setting', 'add-a-store'];

/** What pictures are taken of. */
export interface ShownIds {
  readonly collectionId: string;
  readonly documentId: string;
  readonly pdfId: string;
  readonly conversationId: string;
  /** Of an answer with citations. */
  readonly messageId: string;
  readonly runId: string;
}

/** Puts what every checkout has into a suite: documents, a conversation, a research run, people. */
export async function fillSuite(api: Api): Promise<ShownIds> {
  const collection = await api.call('createCollection', { body: { name: 'Guides' } });
  await api.call('createCollection', { body: { name: 'Stores', parent_id: collection.id } });
  const station = await api.call('createCollection', { body: { name: 'Weather station' } });
  const texts = await Promise.all(
    guides.map((name) =>
      readFile(new URL(`../../../docs/guides/${name}.md`, import.meta.url), 'utf8'),
    ),
  );
  const accepted = await api.call('addDocuments', {
    params: { id: collection.id },
    body: {
      documents: texts.map((text, index) => ({
        external_id: guides[index] ?? '',
        title: /^# (.+)$/m.exec(text)?.[1] ?? '',
        text,
      })),
    },
  });
  const [pdf] = await api.uploadAccepted(station.id, [await readCommittedFile(manual)]);
  const ids = [...accepted.documents, ...(pdf ? [pdf] : [])].map(({ id }) => id ?? '');
  for (const id of ids) await api.waitUntilFinal(id);
  const answer = await api.call('chat', {
    body: { message: 'How often is the battery of the weather station replaced?' },
  });
  await api.call('chat', { body: { message: 'What does a new document format need?' } });
  const run = await api.call('research', {
    body: {
      query: 'Phase 3 trials of remdesivir in COVID-19 with publications',
      time_budget_ms: 20_000,
    },
  });
  await api.call('createInvitation', { body: { email: 'colleague@example.org', role: 'member' } });
  await api.call('createTeam', { body: { name: 'Research and development' } });
  return {
    collectionId: collection.id,
    documentId: ids[0] ?? '',
    pdfId: ids.at(-1) ?? '',
    conversationId: answer.conversation_id,
    messageId: answer.message_id,
    runId: run.checkpoint_id,
  };
}
