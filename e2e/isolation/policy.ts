import type { EndpointName, Permission, Scope } from '@lectern/contracts';
import type { Subject } from './targets.ts';

export interface Rule {
  /** Nobody is asked who they are. */
  readonly open?: true;
  /** Over MCP, and so for OAuth clients too. */
  readonly mcp?: true;
  /** Refused to keys. */
  readonly session?: true;
  /** Scopes that are all needed. */
  readonly scopes?: readonly Scope[];
  /** For owners of the organisation alone. */
  readonly owner?: true;
  /** For the administrator of the installation alone. */
  readonly operator?: true;
  /** Ids of other organisations that an allowed answer names. */
  readonly names?: readonly string[];
  /** A scope that a key needs and a session does not. */
  readonly keyScope?: Scope;
  /** A scope that a tool needs beyond the way to it; without it the call fails as forbidden. */
  readonly toolScope?: Scope;
  /** Without it the route has no target. */
  readonly about?: Subject;
  /** Default `read`. */
  readonly needs?: Permission;
  /** Scope without which a target is hidden. */
  readonly hiddenWithout?: Scope;
  /** Answer about a target that the caller may not see. */
  readonly hidden?: Answer;
  readonly allowed: Answer;
  /** Uses its target up: a caller who may do it gets a fresh one. */
  readonly consumes?: true;
  /** An import, of which an organisation may have few at once. */
  readonly runsAlone?: true;
}

export interface Answer {
  readonly status: number;
  /** Code of the error. */
  readonly code?: string;
}

const ok = { status: 200 };
const created = { status: 201 };
const accepted = { status: 202 };
const done = { status: 204 };
const goOn = { status: 303 };
const noCollection = { status: 404, code: 'collection_not_found' };
const noDocument = { status: 404, code: 'document_not_found' };
const noConversation = { status: 404, code: 'conversation_not_found' };
const noBinEntry = { status: 404, code: 'bin_entry_not_found' };
const noImport = { status: 404, code: 'bundle_import_not_found' };
const noMessage = { status: 404, code: 'message_not_found' };
const noResearch = { status: 404, code: 'research_not_found' };
const noSet = { status: 404, code: 'evaluation_set_not_found' };
const noEdit = { status: 404, code: 'not_found' };
const noQuestion = { status: 404, code: 'evaluation_question_not_found' };
const noRun = { status: 404, code: 'evaluation_run_not_found' };
const noApproval = { status: 404, code: 'approval_not_found' };
const noServer = { status: 404, code: 'mcp_server_not_found' };
export const nothing = { status: 404, code: 'not_found' };
const noPrompt = { status: 404, code: 'prompt_not_found' };
const noAssistant = { status: 404, code: 'assistant_not_found' };
const noBudget = { status: 404, code: 'budget_not_found' };
const noReranker = { status: 400, code: 'invalid_request' };
const noEmbeddings = { status: 503, code: 'embedding_unavailable' };
const noSource = { status: 404, code: 'source_not_found' };
const noSourceRun = { status: 404, code: 'source_run_not_found' };
const noModel = { status: 404, code: 'model_not_found' };
export const forbidden = { status: 403, code: 'forbidden' };

const reading = { scopes: ['documents:read'] } as const;
const writing = { scopes: ['documents:write'] } as const;
const chatting = { scopes: ['chat'], about: 'conversation', hidden: noConversation } as const;
/** Answers about a deleted conversation, which a key without the scope `chat` cannot see. */
const binned = { about: 'bin_entry', hidden: noBinEntry, hiddenWithout: 'chat' } as const;
const prompting = { scopes: ['chat'], about: 'prompt', hidden: noPrompt } as const;
const assisting = { scopes: ['chat'], about: 'assistant', hidden: noAssistant } as const;
const researching = { scopes: ['chat'], about: 'research', hidden: noResearch } as const;
const evaluating = { scopes: ['admin'], about: 'evaluation_set', hidden: noSet } as const;
const managing = { scopes: ['admin'], needs: 'manage', hidden: nothing } as const;
/** No result and no question of a tool has the id of a conversation. */
const noResult = { about: 'conversation', hidden: nothing, allowed: nothing } as const;
/** The tests send a wrong password and a link of nobody, so that the account is still there. */
const wrongPassword = forbidden;
const unknownLink = forbidden;
const collection = { about: 'collection', hidden: noCollection } as const;
const source = { about: 'source', hidden: noSource, needs: 'manage' } as const;
const document = { about: 'document', hidden: noDocument } as const;

/** Every endpoint of the table: a new one does not compile without its rule here. */
export const routes: Readonly<Record<EndpointName, Rule>> = {
  listCollections: { ...reading, allowed: ok },
  createCollection: { ...writing, ...collection, needs: 'write', allowed: created },
  getCollection: { ...reading, ...collection, allowed: ok },
  updateCollection: { ...writing, ...collection, needs: 'manage', allowed: ok },
  deleteCollection: { ...writing, ...collection, needs: 'manage', allowed: done, consumes: true },
  importBundle: { ...writing, ...collection, needs: 'write', allowed: accepted, runsAlone: true },
  // Nobody has started an import with the id of a conversation.
  getBundleImport: {
    ...writing,
    about: 'conversation',
    hidden: noImport,
    allowed: noImport,
  },
  exportBundle: { ...reading, ...collection, needs: 'manage', allowed: ok },
  getGrants: { ...reading, ...collection, needs: 'manage', allowed: ok },
  putGrants: { ...writing, ...collection, needs: 'manage', allowed: ok, consumes: true },

  addDocuments: { ...writing, ...collection, needs: 'write', allowed: accepted },
  addPage: {
    ...writing,
    ...collection,
    needs: 'write',
    allowed: { status: 400, code: 'invalid_request' },
  },
  listDocuments: { ...reading, ...collection, allowed: ok },
  getDocument: { ...reading, ...document, allowed: ok },
  updateDocument: { ...writing, ...document, needs: 'write', allowed: ok },
  deleteDocument: { ...writing, ...document, needs: 'write', allowed: done, consumes: true },
  replaceDocumentFile: {
    ...writing,
    ...document,
    needs: 'write',
    allowed: accepted,
    consumes: true,
  },
  getDocumentFile: { ...reading, ...document, allowed: ok },
  // A document that is read again has new passages; the old ones are gone.
  rechunkCollection: {
    ...writing,
    ...collection,
    needs: 'write',
    allowed: accepted,
    consumes: true,
  },
  retryDocument: {
    ...writing,
    ...document,
    needs: 'write',
    allowed: accepted,
    consumes: true,
  },
  cancelDocument: { ...writing, ...document, needs: 'write', allowed: ok },
  getDocumentText: { ...reading, ...document, allowed: ok },
  getDocumentChunks: { ...reading, ...document, allowed: ok },
  editPassage: { ...writing, ...document, needs: 'write', allowed: ok },
  listPassageEdits: { ...reading, ...document, allowed: ok },
  undoPassageEdit: { ...writing, ...document, needs: 'write', allowed: noEdit },
  getDocumentOutline: { ...reading, ...document, allowed: ok },
  summarizeDocument: { scopes: ['chat'], ...document, allowed: ok },
  listDocumentVersions: { ...reading, ...document, allowed: ok },
  streamEvents: { ...reading, ...collection, allowed: ok },

  search: { scopes: ['search'], ...collection, allowed: ok },

  listSources: { ...reading, allowed: ok },
  createSource: { ...writing, ...collection, needs: 'manage', allowed: created },
  getSource: { ...reading, ...source, allowed: ok },
  updateSource: { ...writing, ...source, allowed: ok },
  deleteSource: { ...writing, ...source, allowed: done, consumes: true },
  syncSource: { ...writing, ...source, allowed: accepted },
  // The preview itself reports that the address of the tests' sources is refused.
  previewSource: { ...writing, ...source, allowed: { ...ok, code: 'address_refused' } },
  listSourceRuns: { ...reading, ...source, allowed: ok },
  confirmSourceRun: { ...writing, ...source, allowed: noSourceRun },

  listEvaluationSets: { scopes: ['admin'], allowed: ok },
  createEvaluationSet: { scopes: ['admin'], allowed: created },
  renameEvaluationSet: { ...evaluating, allowed: ok },
  deleteEvaluationSet: { ...evaluating, allowed: done, consumes: true },
  listEvaluationQuestions: { ...evaluating, allowed: ok },
  saveEvaluationQuestion: { ...evaluating, allowed: ok },
  changeEvaluationQuestion: { ...evaluating, allowed: noQuestion },
  deleteEvaluationQuestion: { ...evaluating, allowed: noQuestion },
  listEvaluationRuns: { ...evaluating, allowed: ok },
  // No question of the tests' sets has a right answer.
  startEvaluationRun: { ...evaluating, allowed: { status: 400, code: 'invalid_request' } },
  getEvaluationRun: { ...evaluating, allowed: noRun },
  deleteEvaluationRun: { ...evaluating, allowed: noRun },

  ask: { scopes: ['chat'], ...collection, allowed: ok },
  retrieveArticles: { scopes: ['search'], ...collection, allowed: ok },
  chat: { scopes: ['chat'], ...collection, allowed: ok },

  listModels: { scopes: ['chat'], allowed: ok },
  getModel: { scopes: ['chat'], allowed: noModel },
  completeChat: { scopes: ['chat'], ...collection, allowed: ok },
  createResponse: { scopes: ['chat'], ...collection, allowed: ok },
  createEmbeddings: { scopes: ['chat'], allowed: ok },

  listModelConnections: { scopes: ['chat'], allowed: ok },
  createModelConnection: { scopes: ['admin'], allowed: created },
  // The result of a test with an address that is not permitted.
  testModelConnection: { scopes: ['admin'], allowed: { status: 200, code: 'address_refused' } },
  discoverModels: { scopes: ['admin'], owner: true, allowed: ok },
  getModelConnection: { scopes: ['chat'], about: 'model', hidden: noModel, allowed: ok },
  updateModelConnection: { ...managing, about: 'model', hidden: noModel, allowed: ok },
  deleteModelConnection: {
    ...managing,
    about: 'model',
    hidden: noModel,
    allowed: done,
    consumes: true,
  },

  listBin: { allowed: ok },
  restoreFromBin: { ...binned, allowed: ok, consumes: true },
  purgeFromBin: { ...binned, allowed: done, consumes: true },

  listPrompts: { scopes: ['chat'], allowed: ok },
  createPrompt: { scopes: ['chat'], allowed: created },
  getPrompt: { ...prompting, allowed: ok },
  updatePrompt: { ...prompting, needs: 'manage', allowed: ok },
  deletePrompt: { ...prompting, needs: 'manage', allowed: done, consumes: true },

  listAssistants: { scopes: ['chat'], allowed: ok },
  createAssistant: { scopes: ['chat'], allowed: created },
  getAssistant: { ...assisting, allowed: ok },
  updateAssistant: { ...assisting, needs: 'manage', allowed: ok },
  deleteAssistant: { ...assisting, needs: 'manage', allowed: done, consumes: true },

  listConversations: { scopes: ['chat'], allowed: ok },
  getConversation: { ...chatting, allowed: ok },
  updateConversation: { ...chatting, allowed: ok },
  shareConversation: { ...chatting, allowed: ok },
  listSharedConversations: { scopes: ['chat'], allowed: ok },
  getSharedConversation: {
    scopes: ['chat'],
    about: 'shared_conversation',
    hidden: noConversation,
    allowed: ok,
  },
  deleteConversation: { ...chatting, allowed: done, consumes: true },
  listMessages: { ...chatting, allowed: ok },
  regenerateMessage: { ...chatting, allowed: noMessage },
  suggestFollowUps: { ...chatting, allowed: noMessage },
  editMessage: { ...chatting, allowed: noMessage },
  exportConversation: { ...chatting, allowed: ok },
  rateMessage: { ...chatting, allowed: noMessage },
  unrateMessage: { ...chatting, allowed: noMessage },
  listFeedback: { scopes: ['admin'], allowed: ok },
  stopConversation: { ...chatting, allowed: ok },
  listApprovals: { ...chatting, allowed: ok },
  listPendingApprovals: { keyScope: 'admin', allowed: ok },
  decideApproval: {
    keyScope: 'admin',
    about: 'conversation',
    hidden: noConversation,
    allowed: noApproval,
  },
  streamConversation: { ...chatting, allowed: done },

  research: { scopes: ['chat'], allowed: ok },
  listResearch: { scopes: ['chat'], allowed: ok },
  getResearchGraph: { scopes: ['chat'], allowed: ok },
  getResearch: { ...researching, allowed: ok },
  deleteResearch: { ...researching, allowed: done, consumes: true },
  resumeResearch: { ...researching, allowed: ok },
  exportResearch: { ...researching, allowed: ok },
  saveResearch: { ...researching, scopes: ['documents:write'], allowed: ok },

  listMcpServers: { scopes: ['mcp'], allowed: ok },
  createMcpServer: { scopes: ['admin'], allowed: created },
  getMcpToolSettings: { scopes: ['mcp'], allowed: ok },
  changeMcpToolSettings: { scopes: ['admin'], allowed: ok },
  findMcpTools: { scopes: ['mcp'], allowed: ok },
  callMcpTool: { scopes: ['mcp'], allowed: ok },
  readMcpToolResult: { ...noResult, scopes: ['mcp'] },
  listMcpToolConfirmations: { scopes: ['mcp'], allowed: ok },
  decideMcpToolCall: { ...noResult, keyScope: 'admin' },
  searchMcpServers: { scopes: ['mcp'], allowed: ok },
  refreshMcpServers: { scopes: ['admin'], allowed: ok },
  getMcpServer: { scopes: ['mcp'], about: 'mcp_server', hidden: noServer, allowed: ok },
  updateMcpServer: { ...managing, about: 'mcp_server', hidden: noServer, allowed: ok },
  deleteMcpServer: {
    ...managing,
    about: 'mcp_server',
    hidden: noServer,
    allowed: done,
    consumes: true,
  },

  getMe: { allowed: ok },
  updateMe: { session: true, allowed: ok },
  deleteMe: { session: true, allowed: wrongPassword },
  resetPassword: { open: true, allowed: unknownLink },
  getSignInMethods: { open: true, allowed: ok },
  setUp: { open: true, allowed: unknownLink },
  signInByLink: { open: true, allowed: goOn },
  signInByOidc: { open: true, allowed: nothing },
  // Without an address.
  signInBySso: { open: true, allowed: { status: 400, code: 'invalid_request' } },

  listOrganisations: { allowed: ok },
  renameOrganisation: {
    scopes: ['admin'],
    about: 'organisation',
    hidden: nothing,
    allowed: ok,
  },
  deleteOrganisation: {
    session: true,
    about: 'organisation',
    hidden: nothing,
    allowed: wrongPassword,
  },
  getSignInSettings: { session: true, owner: true, allowed: ok },
  updateSignInSettings: { session: true, owner: true, allowed: ok },
  addSignInDomain: { session: true, owner: true, allowed: created },
  verifySignInDomain: { session: true, owner: true, allowed: nothing },
  removeSignInDomain: { session: true, owner: true, allowed: nothing },
  listScimTokens: { session: true, owner: true, allowed: ok },
  createScimToken: { session: true, owner: true, allowed: created },
  deleteScimToken: { session: true, owner: true, allowed: nothing },
  updateMember: { ...managing, about: 'member', allowed: ok, consumes: true },
  removeMember: { ...managing, about: 'member', allowed: done, consumes: true },
  createPasswordLink: { ...managing, about: 'member', allowed: created, consumes: true },
  listInvitations: { scopes: ['admin'], allowed: ok },
  createInvitation: { scopes: ['admin'], allowed: created },
  deleteInvitation: { ...managing, about: 'invitation', allowed: done, consumes: true },
  readInvitation: { open: true, allowed: unknownLink },
  acceptInvitation: { open: true, allowed: unknownLink },
  listTeams: { keyScope: 'admin', allowed: ok },
  createTeam: { scopes: ['admin'], allowed: created },
  deleteTeam: { ...managing, about: 'team', allowed: done, consumes: true },
  addTeamMember: { ...managing, about: 'team', allowed: done, consumes: true },
  removeTeamMember: { ...managing, about: 'team', allowed: done, consumes: true },
  listAuditEvents: { scopes: ['admin'], allowed: ok },
  listMembers: { keyScope: 'admin', allowed: ok },
  listApiKeys: { keyScope: 'admin', allowed: ok },
  createApiKey: { keyScope: 'admin', scopes: ['search'], allowed: created },
  deleteApiKey: {
    keyScope: 'admin',
    about: 'key',
    hidden: nothing,
    allowed: done,
    consumes: true,
  },
  listQuotas: { scopes: ['admin'], allowed: ok },
  getDocumentQuotas: { scopes: ['admin'], allowed: ok },
  getConversationQuotas: { scopes: ['admin'], allowed: ok },
  getUsage: { scopes: ['chat'], allowed: ok },
  listBudgets: { scopes: ['chat'], allowed: ok },
  setBudget: { scopes: ['admin'], allowed: ok },
  deleteBudget: {
    ...managing,
    about: 'budget',
    hidden: noBudget,
    allowed: done,
    consumes: true,
  },
  getSuiteHealth: { scopes: ['admin'], operator: true, allowed: ok },
  getInstallationLimits: {
    scopes: ['admin'],
    operator: true,
    names: ['foreign-organisation'],
    allowed: ok,
  },
  createToken: { scopes: ['admin'], about: 'address', hidden: nothing, allowed: created },
  verifyAudit: { scopes: ['admin'], operator: true, allowed: ok },
  // An unknown address, so that everybody can still sign in.
  setSignInDomain: { scopes: ['admin'], operator: true, allowed: nothing },
  resetSignIn: { scopes: ['admin'], operator: true, allowed: nothing },
  listRerankers: { scopes: ['admin'], operator: true, allowed: ok },
  createReranker: { scopes: ['admin'], operator: true, allowed: noReranker },
  switchReranker: { scopes: ['admin'], operator: true, allowed: noModel },
  tryReranker: { scopes: ['admin'], operator: true, allowed: noModel },
  deleteReranker: { scopes: ['admin'], operator: true, allowed: noModel },
  listEmbeddingModels: { scopes: ['admin'], operator: true, allowed: ok },
  createEmbeddingModel: { scopes: ['admin'], operator: true, allowed: noEmbeddings },
  switchEmbeddingModel: { scopes: ['admin'], operator: true, allowed: noModel },
  tryEmbeddingModel: { scopes: ['admin'], operator: true, allowed: noModel },
  deleteEmbeddingModel: { scopes: ['admin'], operator: true, allowed: noModel },
  getRebuild: { scopes: ['admin'], operator: true, allowed: ok },
  rebuildIndex: { scopes: ['admin'], operator: true, allowed: accepted },

  getHealth: { open: true, allowed: ok },
  getLiveness: { open: true, allowed: ok },
  getReadiness: { open: true, allowed: ok },
  getOpenApi: { open: true, allowed: ok },
};

const asking = { mcp: true, scopes: ['mcp'], allowed: ok } as const;

/** Every tool, by its name in `tools/list`. A failed call is status 200 with the code of its error. */
export const tools: Readonly<Record<string, Rule>> = {
  search_documents: {
    ...asking,
    about: 'collection',
    hidden: { status: 200, code: 'invalid_collection' },
  },
  retrieve_context: {
    ...asking,
    about: 'collection',
    hidden: { status: 200, code: 'collection_not_found' },
  },
  list_collections: asking,
  get_document: {
    ...asking,
    about: 'document',
    hidden: { status: 200, code: 'document_not_found' },
  },
  get_surrounding_chunks: {
    ...asking,
    about: 'document',
    hidden: { status: 200, code: 'document_not_found' },
  },
  pubmed_search: asking,
  pubmed_get: asking,
  clinicaltrials_search: asking,
  clinicaltrials_get: asking,
  save_literature: {
    ...asking,
    toolScope: 'documents:write',
    about: 'collection',
    needs: 'write',
    hidden: { status: 200, code: 'collection_not_found' },
  },
  research: { ...asking, toolScope: 'chat' },
  search_tools: asking,
  call_tool: { ...asking, allowed: { status: 200, code: 'unknown_tool' } },
  read_result: { ...asking, allowed: { status: 200, code: 'not_found' } },
  create_file: { ...asking, toolScope: 'files' },
  read_file: { ...asking, toolScope: 'files' },
  list_directory: { ...asking, toolScope: 'files' },
  rag_query_with_chunks: {
    ...asking,
    toolScope: 'chat',
    about: 'collection',
    hidden: { status: 200, code: 'collection_not_found' },
  },
};

const noResource = { status: 200, code: '-32602' };

/**
 * Every resource, by the name of its template. A read that is refused is status 200 with the code
 * of the protocol. The documents of the tests have no pages, so that nobody finds one.
 */
export const resources: Readonly<Record<string, Rule>> = {
  document: { ...asking, about: 'document', hidden: noResource },
  'document-page': { ...asking, about: 'document', hidden: noResource, allowed: noResource },
};
