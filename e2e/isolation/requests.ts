import { randomUUID } from 'node:crypto';
import {
  type BodyOf,
  type Endpoint,
  type EndpointName,
  endpoints,
  type NameWithBody,
} from '@lectern/contracts';
import type { Sent } from './send.ts';
import type { Subject } from './targets.ts';
import { commonQuestion, commonWord } from './world.ts';

/** Ids of one target: `address` is a member's email address, `bin_entry` a deleted conversation. */
export type TargetIds = Readonly<Record<Subject | 'chunk', string>>;

/** Endpoints that take JSON; files are sent where nothing else can be. */
type Bodies = { readonly [Name in NameWithBody]: MakePart<BodyOf<Name>> } & {
  readonly replaceDocumentFile: MakePart<FormData>;
  readonly importBundle: MakePart<FormData>;
};

type MakePart<Part> = (ids: TargetIds) => Part;

const filter = ({ collection }: TargetIds) => ({
  collection_filter: { collection_ids: [collection] },
});

/** Bodies of the routes that take one. What a stranger sends would do harm if it were obeyed. */
const bodies: Bodies = {
  createCollection: ({ collection }) => ({ name: `New ${randomUUID()}`, parent_id: collection }),
  updateCollection: () => ({ description: 'Changed' }),
  putGrants: () => ({
    inherit: true,
    grants: [{ grantee: { type: 'role', id: 'viewer' }, permission: 'manage' }],
  }),
  addDocuments: () => ({
    documents: [{ external_id: randomUUID(), title: 'Added', text: 'A note that was added.' }],
  }),
  addPage: () => ({ url: 'https://127.0.0.1/' }),
  updateDocument: () => ({ url: 'https://example.org/changed' }),
  editPassage: () => ({ text: `The ${commonWord} was built elsewhere.` }),
  replaceDocumentFile: () => {
    const form = new FormData();
    form.append('file', new Blob([`Replaced ${randomUUID()}`]), 'replaced.txt');
    return form;
  },
  importBundle: ({ collection }) => {
    const form = new FormData();
    form.append('parent_id', collection);
    form.append('file', new Blob([`No bundle ${randomUUID()}`]), 'bundle.zip');
    return form;
  },
  rechunkCollection: () => ({}),
  retryDocument: () => ({}),
  research: () => ({ query: 'Which trials of lumiravir in Marlow fever are completed?' }),
  resumeResearch: () => ({}),
  saveResearch: ({ collection }) => ({ collection_id: collection, pmids: [] }),
  search: (ids) => ({
    query: commonWord,
    explain: true,
    highlight: true,
    surrounding: 2,
    ...filter(ids),
  }),
  createSource: ({ collection }) => ({
    kind: 'web',
    name: randomUUID(),
    collection_id: collection,
    settings: { start_urls: ['https://pages.example.org/'] },
  }),
  updateSource: () => ({ paused: true }),
  createEvaluationSet: () => ({ name: randomUUID() }),
  renameEvaluationSet: () => ({ name: `Renamed ${randomUUID()}` }),
  saveEvaluationQuestion: () => ({ query: `Question ${randomUUID()}`, answers: [] }),
  changeEvaluationQuestion: () => ({ query: 'Changed' }),
  startEvaluationRun: () => ({ settings: [{ mode: 'keyword' as const }] }),
  ask: (ids) => ({ question: `When was the ${commonWord} built?`, ...filter(ids) }),
  retrieveArticles: (ids) => ({ query: commonWord, ...filter(ids) }),
  chat: (ids) => ({ message: `When was the ${commonWord} built?`, ...filter(ids) }),
  completeChat: (ids) => ({
    model: 'lectern-knowledge',
    messages: [{ role: 'user', content: `When was the ${commonWord} built?` }],
    ...filter(ids),
  }),
  createResponse: (ids) => ({
    model: 'lectern-knowledge',
    input: `When was the ${commonWord} built?`,
    ...filter(ids),
  }),
  createEmbeddings: () => ({ model: 'lectern-embedding', input: commonWord }),
  createMcpServer: () => ({
    name: randomUUID(),
    url: 'https://tools.example.org/mcp',
    enabled: false,
  }),
  createModelConnection: () => ({
    name: `Model ${randomUUID()}`,
    provider: 'openai_compatible',
    base_url: 'https://models.example.org/v1',
    model: 'small',
    capabilities: { tools: false, forced_tool: false, json_schema: false, vision: false },
    is_default: false,
  }),
  // Nothing answers at this address, and the test says so.
  testModelConnection: () => ({
    provider: 'openai_compatible',
    base_url: 'http://10.0.0.1/v1',
    model: 'small',
  }),
  updateModelConnection: () => ({ context_tokens: 9_000 }),
  // Nothing answers at this address.
  createReranker: () => ({ provider: 'tei' as const, base_url: 'http://127.0.0.1:9' }),
  createEmbeddingModel: () => ({
    provider: 'openai_compatible' as const,
    model: 'small',
    base_url: 'http://127.0.0.1:9/v1',
    dimensions: 8,
  }),
  setBudget: () => ({
    scope: 'organisation' as const,
    period: 'month' as const,
    tokens: 1_000_000_000,
  }),
  changeMcpToolSettings: () => ({ offered_to_agents: true }),
  findMcpTools: () => ({ task: 'Weather' }),
  callMcpTool: () => ({ server: 'nowhere', name: 'nothing' }),
  decideMcpToolCall: () => ({ decision: 'approve' as const }),
  searchMcpServers: () => ({ query: 'Weather' }),
  updateMcpServer: () => ({ description: 'Changed' }),
  decideApproval: () => ({ decision: 'approve' }),
  summarizeDocument: () => ({}),
  regenerateMessage: () => ({}),
  editMessage: () => ({ message: 'Changed' }),
  rateMessage: () => ({ rating: 'bad' }),
  shareConversation: () => ({ audience: 'none' }),
  createPrompt: () => ({ name: 'New', text: 'Summarise the file.' }),
  updatePrompt: () => ({ text: 'Changed' }),
  createAssistant: () => ({ name: 'New', instructions: 'Name the clause.' }),
  updateAssistant: () => ({ instructions: 'Changed' }),
  updateConversation: () => ({ title: 'Changed' }),
  setUp: () => ({
    token: randomUUID(),
    name: 'Eve',
    email: 'eve@example.org',
    password: 'another-password',
  }),
  updateMe: () => ({ name: 'Changed' }),
  deleteMe: () => ({ password: 'not the password' }),
  resetPassword: () => ({ token: randomUUID(), password: 'another-password' }),
  renameOrganisation: ({ organisation }) => ({ name: organisation }),
  deleteOrganisation: () => ({ password: 'not the password' }),
  updateMember: () => ({ role: 'member' }),
  createInvitation: () => ({ email: `${randomUUID()}@example.org`, role: 'viewer' }),
  readInvitation: () => ({ token: randomUUID() }),
  acceptInvitation: () => ({ token: randomUUID(), name: 'Eve', password: 'another-password' }),
  createTeam: () => ({ name: randomUUID() }),
  createScimToken: () => ({ name: 'directory' }),
  createApiKey: () => ({ name: 'another', scopes: ['search'] }),
  verifyAudit: () => ({}),
  tryReranker: () => ({ evaluation_set_id: randomUUID() }),
  tryEmbeddingModel: () => ({ evaluation_set_id: randomUUID() }),
  addSignInDomain: () => ({ domain: `${randomUUID()}.example` }),
  setSignInDomain: () => ({ organisation_id: randomUUID(), domain: `${randomUUID()}.example` }),
  updateSignInSettings: () => ({
    oidc: null,
    enforced: false,
    max_session_hours: null,
    idle_minutes: null,
  }),
  resetSignIn: () => ({ email: `${randomUUID()}@example.org`, what: 'oidc' }),
  createToken: ({ address }) => ({ email: address }),
};

const queries: Partial<Readonly<Record<EndpointName, MakePart<string>>>> = {
  listDocuments: ({ collection }) => `?collection_id=${collection}`,
  streamEvents: ({ collection }) => `?collection_id=${collection}`,
  exportResearch: () => '?format=csv',
};

export function createRequest(
  name: EndpointName,
  about: keyof TargetIds | undefined,
  ids: TargetIds,
): Sent {
  const { method, path }: Endpoint = endpoints[name];
  const makeBody: MakePart<unknown> | undefined =
    name in bodies ? bodies[name as keyof Bodies] : undefined;
  return {
    method,
    path:
      path
        .replace('{id}', about ? ids[about] : 'nothing')
        .replace('{user_id}', ids.member)
        .replace('{message_id}', randomUUID())
        .replace('{approval_id}', randomUUID())
        .replace('{question_id}', randomUUID())
        .replace('{chunk_id}', ids.chunk)
        .replace('{edit_id}', randomUUID())
        .replace('{run_id}', randomUUID()) + (queries[name]?.(ids) ?? ''),
    ...(makeBody && { body: makeBody(ids) }),
  };
}

/** The arguments of a tool about a target. */
export const toolArguments: Readonly<Record<string, MakePart<object>>> = {
  search_tools: () => ({ task: 'Weather' }),
  call_tool: () => ({ server: 'nowhere', name: 'nothing' }),
  read_result: () => ({ result_id: 'nothing' }),
  search_documents: (ids) => ({ query: commonQuestion, limit: 20, ...filter(ids) }),
  retrieve_context: (ids) => ({ query: commonQuestion, top_k: 50, ...filter(ids) }),
  rag_query_with_chunks: (ids) => ({ question: commonQuestion, ...filter(ids) }),
  list_collections: () => ({}),
  list_directory: () => ({}),
  read_file: () => ({ path: 'shared/note.txt' }),
  create_file: () => ({ path: 'shared/note.txt', text: 'A note.', overwrite: true }),
  get_document: ({ document }) => ({ document_id: document }),
  pubmed_search: () => ({ query: 'marlow fever', include_summaries: false }),
  pubmed_get: () => ({ pmids: ['990000001'] }),
  clinicaltrials_search: () => ({ condition: 'Marlow Fever' }),
  clinicaltrials_get: () => ({ nct_ids: ['NCT99000001'] }),
  save_literature: ({ collection }) => ({ collection_id: collection, pmids: ['990000001'] }),
  research: () => ({ query: 'Which trials of lumiravir in Marlow fever are completed?' }),
  get_surrounding_chunks: ({ document, chunk }) => ({ document_id: document, chunk_id: chunk }),
};

/** The addresses of a resource about a target. */
export const resourceUris: Readonly<Record<string, MakePart<string>>> = {
  document: ({ document }) => `lectern://documents/${document}`,
  'document-page': ({ document }) => `lectern://documents/${document}/pages/1`,
};
