import { createHash } from 'node:crypto';
import { createdApiKeySchema } from '@lectern/contracts';
import type { Suite } from '@lectern/local';
import { createSecondOrganisation } from '../stories/second-organisation.ts';
import { Api } from '../suite/api.ts';
import { manual, readCommittedFile } from '../suite/committed-files.ts';
import { Session } from '../suite/session.ts';

const question = 'How often must the backup battery of the weather station be replaced?';
const password = 'a member of the weather station';
const email = 'ann@example.org';

/** Ids and keys to compare the site before and after. */
export interface FilledSite {
  readonly owner: { readonly email: string; readonly password: string; readonly key: string };
  /** The owner's, before the export. */
  readonly session: Session;
  readonly memberKey: string;
  readonly foreignKey: string;
  readonly documentId: string;
  readonly aboveId: string;
  readonly privateId: string;
  readonly collectionId: string;
  readonly conversationId: string;
}

/**
 * Two organisations. In the first: a collection in another one, with a document; a private one that
 * a member may not read; a conversation with citations. In the second: a document.
 */
export async function fillSite(suite: Suite): Promise<FilledSite> {
  const { email: ownerEmail, password: ownerPassword = '', api_key } = suite.credentials;
  const api = new Api(suite.url, api_key);
  const session = new Session(suite.url);
  await session.post('/api/auth/sign-in/email', { email: ownerEmail, password: ownerPassword });
  const foreign = await createSecondOrganisation(suite);
  const memberKey = await addMember(suite);

  const above = await api.createCollection('Above');
  await api.call('putGrants', {
    params: { id: above },
    body: {
      inherit: true,
      grants: [{ grantee: { type: 'role', id: 'member' }, permission: 'read' }],
    },
  });
  const { id: collectionId } = await api.call('createCollection', {
    body: { name: 'Below', parent_id: above },
  });
  const privateId = await api.createCollection('Private');
  await api.call('putGrants', { params: { id: privateId }, body: { inherit: false, grants: [] } });
  const file = await readCommittedFile(manual);
  const [accepted] = await api.uploadAccepted(collectionId, [file]);
  const documentId = accepted?.id ?? '';
  for (const [owner, collection] of [
    [api, privateId],
    [foreign, await foreign.createCollection('Foreign')],
  ] as const) {
    const [document] = await owner.uploadAccepted(collection, [
      { name: 'battery.txt', bytes: new TextEncoder().encode(`The battery of ${collection}.`) },
    ]);
    await owner.waitUntilFinal(document?.id ?? '');
  }
  await api.waitUntilFinal(documentId);
  const { conversation_id } = await api.call('chat', {
    timeoutMs: 120_000,
    body: { message: question, collection_filter: { collection_ids: [collectionId] } },
  });
  return {
    owner: { email: ownerEmail, password: ownerPassword, key: api_key },
    session,
    memberKey,
    foreignKey: foreign.apiKey,
    documentId,
    aboveId: above,
    privateId,
    collectionId,
    conversationId: conversation_id,
  };
}

/** Everything that the people of a site see of it. */
export async function lookAt(url: string, site: FilledSite): Promise<Record<string, unknown>> {
  const api = new Api(url, site.owner.key);
  const member = new Api(url, site.memberKey);
  const foreign = new Api(url, site.foreignKey);
  const session = new Session(url);
  await session.post('/api/auth/sign-in/email', {
    email: site.owner.email,
    password: site.owner.password,
  });
  await new Session(url).post('/api/auth/sign-in/email', { email, password });
  const original = await api.open('GET', `/api/documents/${site.documentId}/file`);
  const { messages } = await api.call('listMessages', { params: { id: site.conversationId } });
  if (!JSON.stringify(messages).includes(site.documentId)) throw new Error('nothing is cited');
  return {
    original: createHash('sha256')
      .update(new Uint8Array(await original.arrayBuffer()))
      .digest('hex'),
    text: await api.readText(site.documentId),
    messages,
    grants: await api.call('getGrants', { params: { id: site.aboveId } }),
    privateGrants: await api.call('getGrants', { params: { id: site.privateId } }),
    collections: (await api.request('GET', '/api/collections')).body,
    found: await search(api),
    foundByMember: await search(member),
    foundByForeign: await search(foreign),
    privateToMember: (await member.request('GET', `/api/collections/${site.privateId}`)).status,
    documentToForeign: (await foreign.request('GET', `/api/documents/${site.documentId}`)).status,
    members: (await api.request('GET', '/api/members')).body,
  };
}

/** @throws Error while the index is not complete. */
async function search(api: Api): Promise<readonly unknown[]> {
  const { chunks } = await api.call('search', { body: { query: 'battery', limit: 50 } });
  if (chunks.length === 0) throw new Error('nothing is found');
  return chunks.map(({ id, document_id, text }) => [id, document_id, text]);
}

async function addMember({ url, credentials }: Suite): Promise<string> {
  const owner = new Session(url);
  await owner.post('/api/auth/sign-in/email', {
    email: credentials.email,
    password: credentials.password,
  });
  const { link } = (await owner.post('/api/invitations', { email, role: 'member' })) as {
    link: string;
  };
  const member = new Session(url);
  await member.post('/api/invitations/accept', {
    token: new URL(link).searchParams.get('token'),
    name: 'Ann',
    password,
  });
  const key = await member.post('/api/keys', {
    name: 'e2e',
    scopes: ['search', 'documents:read'],
  });
  return createdApiKeySchema.parse(key).key;
}
