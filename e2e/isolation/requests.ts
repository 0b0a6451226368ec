import { randomUUID } from 'node:crypto';
import type { Sent } from './send.ts';
import { commonWord } from './world.ts';

/** Ids that stand for one target. */
export interface TargetIds {
  readonly collection: string;
  readonly document: string;
  readonly chunk: string;
  readonly conversation: string;
  readonly key: string;
  /** A member's email address. */
  readonly address: string;
  readonly member: string;
  readonly invitation: string;
  readonly team: string;
  readonly organisation: string;
}

/** A route as `/openapi.json` lists it. */
export interface ListedRoute {
  readonly name: string;
  readonly method: string;
  readonly path: string;
}

type MakePart<Part> = (ids: TargetIds) => Part;

const filter: MakePart<object> = ({ collection }) => ({
  collection_filter: { collection_ids: [collection] },
});

/** Bodies of the routes that take one. What a stranger sends would do harm if it were obeyed. */
const bodies: Readonly<Record<string, MakePart<unknown>>> = {
  createCollection: ({ collection }) => ({ name: `New ${randomUUID()}`, parent_id: collection }),
  updateCollection: () => ({ description: 'Changed' }),
  putGrants: () => ({
    inherit: true,
    grants: [{ grantee: { type: 'role', id: 'viewer' }, permission: 'manage' }],
  }),
  addDocuments: () => ({
    documents: [{ external_id: randomUUID(), title: 'Added', text: 'A note that was added.' }],
  }),
  updateDocument: () => ({ url: 'https://example.org/changed' }),
  replaceDocumentFile: () => {
    const form = new FormData();
    form.append('file', new Blob([`Replaced ${randomUUID()}`]), 'replaced.txt');
    return form;
  },
  retryDocument: () => ({}),
  search: (ids) => ({
    query: commonWord,
    explain: true,
    highlight: true,
    surrounding: 2,
    ...filter(ids),
  }),
  ask: (ids) => ({ question: `When was the ${commonWord} built?`, ...filter(ids) }),
  retrieveArticles: (ids) => ({ query: commonWord, ...filter(ids) }),
  chat: (ids) => ({ message: `When was the ${commonWord} built?`, ...filter(ids) }),
  completeChat: (ids) => ({
    model: 'lectern-knowledge',
    messages: [{ role: 'user', content: `When was the ${commonWord} built?` }],
    ...filter(ids),
  }),
  updateConversation: () => ({ title: 'Changed' }),
  deleteMe: () => ({ password: 'not the password' }),
  resetPassword: () => ({ token: randomUUID(), password: 'another-password' }),
  deleteOrganisation: () => ({ password: 'not the password' }),
  updateMember: () => ({ role: 'member' }),
  createInvitation: () => ({ email: `${randomUUID()}@example.org`, role: 'viewer' }),
  acceptInvitation: () => ({ token: randomUUID(), name: 'Eve', password: 'another-password' }),
  createTeam: () => ({ name: randomUUID() }),
  createApiKey: () => ({ name: 'another', scopes: ['search'] }),
  createToken: ({ address }) => ({ email: address }),
};

const queries: Readonly<Record<string, MakePart<string>>> = {
  listDocuments: ({ collection }) => `?collection_id=${collection}`,
  streamEvents: ({ collection }) => `?collection_id=${collection}`,
};

/** The request of a route about a target. */
export function createRequest(
  { name, method, path }: ListedRoute,
  about: keyof TargetIds | undefined,
  ids: TargetIds,
): Sent {
  return {
    method,
    path:
      path.replace('{id}', about ? ids[about] : '').replace('{user_id}', ids.member) +
      (queries[name]?.(ids) ?? ''),
    ...(bodies[name] && { body: bodies[name](ids) }),
  };
}

/** The arguments of a tool about a target. */
export const toolArguments: Readonly<Record<string, MakePart<object>>> = {
  search_documents: (ids) => ({ query: commonWord, ...filter(ids) }),
  retrieve_context: (ids) => ({ query: commonWord, ...filter(ids) }),
  rag_query_with_chunks: (ids) => ({
    question: `When was the ${commonWord} built?`,
    ...filter(ids),
  }),
  list_collections: () => ({}),
  list_directory: () => ({}),
  read_file: () => ({ path: 'shared/note.txt' }),
  create_file: () => ({ path: 'shared/note.txt', text: 'A note.', overwrite: true }),
  get_document: ({ document }) => ({ document_id: document }),
  pubmed_search: () => ({ query: 'marlow fever', include_summaries: false }),
  pubmed_get: () => ({ pmids: ['990000001'] }),
  clinicaltrials_search: () => ({ condition: 'Marlow Fever' }),
  clinicaltrials_get: () => ({ nct_ids: ['NCT99000001'] }),
  get_surrounding_chunks: ({ document, chunk }) => ({ document_id: document, chunk_id: chunk }),
};

/** The addresses of a resource about a target. */
export const resourceUris: Readonly<Record<string, MakePart<string>>> = {
  document: ({ document }) => `lectern://documents/${document}`,
  'document-page': ({ document }) => `lectern://documents/${document}/pages/1`,
};
