import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '@lectern/testing';
import type { Api } from '../../suite/api.ts';
import { manual, readCommittedFile } from '../../suite/committed-files.ts';

const guides = ['add-a-format', 'add-a-page', 'add-a-provider', 'add-a-setting', 'add-a-store'];

/** Ids of the objects that the views show. */
export interface ShownIds {
  readonly collectionId: string;
  readonly emptyCollectionId: string;
  readonly stationId: string;
  readonly documentId: string;
  readonly pdfId: string;
  readonly failedId: string;
  readonly conversationId: string;
  /** An answer with citations. */
  readonly messageId: string;
  readonly abstainedConversationId: string;
  readonly sharedConversationId: string;
  readonly runId: string;
  /** An OAuth client without consent. */
  readonly clientId: string;
  /** An evaluation set with a finished run. */
  readonly evaluationSetId: string;
  readonly sourceId: string;
}

/**
 * Fills a suite with files of the repository: documents, conversations with ratings, a research
 * run, members, an assistant, and a tool server with a pending approval.
 */
export async function fillSuite(
  api: Api,
  {
    toolServerUrl,
    sourceFolder,
  }: { readonly toolServerUrl: string; readonly sourceFolder: string },
): Promise<Omit<ShownIds, 'clientId'>> {
  const documents = await addDocuments(api);
  const answer = await api.call('chat', {
    body: { message: 'How often is the battery of the weather station replaced?' },
  });
  const second = await api.call('chat', {
    body: { message: 'What does a new document format need?' },
  });
  const abstained = await api.call('chat', {
    body: { message: 'Who won the chess tournament of Wijk aan Zee in 1971?' },
  });
  await rate(api, answer, { rating: 'good' });
  await rate(api, second, {
    rating: 'bad',
    reason: 'It names the file but not the list that must know it.',
  });
  const run = await api.call('research', {
    body: {
      query: 'Phase 3 trials of lumiravir in Marlow fever with publications',
      time_budget_ms: 20_000,
    },
  });
  await api.call('createInvitation', { body: { email: 'colleague@example.org', role: 'member' } });
  const team = await api.call('createTeam', { body: { name: 'Research and development' } });
  await shareWithTeam(api, documents.collectionId, team.id);
  const server = await api.call('createMcpServer', {
    body: { name: 'forecast', description: 'Forecasts and spare parts', url: toolServerUrl },
  });
  await api.call('callMcpTool', {
    body: { server: server.name, name: 'order_battery', arguments: { query: 'North roof' } },
  });
  await api.call('shareConversation', {
    params: { id: second.conversation_id },
    body: { audience: 'organisation' },
  });
  const visibility = { everyone: true, roles: [], team_ids: [] };
  await api.call('createAssistant', {
    body: { name: 'Station guide', instructions: 'Answer in one sentence.', visibility },
  });
  await api.call('createPrompt', { body: { name: 'Summary', text: 'Summarise the guide.' } });
  const unwanted = await api.call('createCollection', { body: { name: 'Drafts of last year' } });
  await api.call('deleteCollection', { params: { id: unwanted.id } });
  return {
    ...documents,
    conversationId: answer.conversation_id,
    sharedConversationId: second.conversation_id,
    messageId: answer.message_id,
    abstainedConversationId: abstained.conversation_id,
    runId: run.checkpoint_id,
    evaluationSetId: await addEvaluation(api, documents),
    sourceId: await addSource(api, documents.stationId, sourceFolder),
  };
}

/** Adds the team to the existing grants. */
async function shareWithTeam(api: Api, id: string, teamId: string): Promise<void> {
  const { inherit, grants } = await api.call('getGrants', { params: { id } });
  const given = { grantee: { type: 'team' as const, id: teamId }, permission: 'write' as const };
  await api.call('putGrants', { params: { id }, body: { inherit, grants: [...grants, given] } });
}

async function addDocuments(api: Api) {
  const collection = await api.call('createCollection', { body: { name: 'Guides' } });
  const empty = await api.call('createCollection', {
    body: { name: 'Stores', parent_id: collection.id },
  });
  const station = await api.call('createCollection', {
    body: { name: 'Weather station', description: 'Manuals of the station on the north roof.' },
  });
  const files = await Promise.all(
    guides.map(async (name) => ({
      name: `${name}.md`,
      bytes: new Uint8Array(
        await readFile(new URL(`../../../docs/guides/${name}.md`, import.meta.url)),
      ),
    })),
  );
  const accepted = await api.uploadAccepted(collection.id, files);
  const [pdf, failed] = await api.uploadAccepted(station.id, [
    await readCommittedFile(manual),
    { name: 'scan-of-the-warranty.pdf', bytes: new TextEncoder().encode('%PDF-1.7 torn apart') },
  ]);
  const ids = [...accepted, pdf, failed].map((one) => one?.id ?? '');
  for (const id of ids) await api.waitUntilFinal(id);
  return {
    collectionId: collection.id,
    emptyCollectionId: empty.id,
    stationId: station.id,
    documentId: ids[0] ?? '',
    pdfId: pdf?.id ?? '',
    failedId: failed?.id ?? '',
  };
}

async function addEvaluation(
  api: Api,
  { documentId, pdfId }: { readonly documentId: string; readonly pdfId: string },
): Promise<string> {
  const { id } = await api.call('createEvaluationSet', { body: { name: 'Guides and manuals' } });
  for (const [query, document_id] of [
    ['How often is the battery of the weather station replaced?', pdfId],
    ['What does a new document format need?', documentId],
    ['Where is a new format registered?', documentId],
  ] as const) {
    const body = { query, answers: [{ document_id }] };
    await api.call('saveEvaluationQuestion', { params: { id }, body });
  }
  const settings = [{ mode: 'hybrid' as const }, { mode: 'keyword' as const }];
  const run = await api.call('startEvaluationRun', { params: { id }, body: { settings } });
  const deadline = Date.now() + 30_000;
  for (;;) {
    const { status } = await api.call('getEvaluationRun', { params: { id, run_id: run.id } });
    if (status === 'done') return id;
    if (status === 'failed' || Date.now() > deadline) throw new Error(`the run is ${status}`);
    await delay(200);
  }
}

/** Connects an empty folder, so that its run is shown and brings no documents. */
async function addSource(api: Api, collection_id: string, path: string): Promise<string> {
  const { id } = await api.call('createSource', {
    body: {
      kind: 'folder',
      name: 'Shared drive of the station',
      collection_id,
      settings: { path },
      schedule: { cron: '30 6 * * 1', time_zone: 'Europe/Oslo' },
    },
  });
  await api.call('syncSource', { params: { id } });
  await eventually(
    async () => (await api.call('getSource', { params: { id } })).last_run?.status === 'done',
  );
  return id;
}

async function rate(
  api: Api,
  answer: { readonly conversation_id: string; readonly message_id: string },
  body: { readonly rating: 'good' | 'bad'; readonly reason?: string },
): Promise<void> {
  await api.call('rateMessage', {
    params: { id: answer.conversation_id, message_id: answer.message_id },
    body,
  });
}
