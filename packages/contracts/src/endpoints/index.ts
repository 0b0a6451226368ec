import { accountEndpoints } from './account.ts';
import { adminEndpoints, limitPartEndpoints } from './admin.ts';
import { agentToolEndpoints } from './agent-tools.ts';
import { answerEndpoints } from './answers.ts';
import { assistantEndpoints } from './assistants.ts';
import { auditEndpoints } from './audit.ts';
import { auditEventEndpoints } from './audit-events.ts';
import { binEndpoints, binPartEndpoints } from './bin.ts';
import { bundleEndpoints } from './bundles.ts';
import { collectionEndpoints } from './collections.ts';
import { completionEndpoints } from './completions.ts';
import { conversationEndpoints } from './conversations.ts';
import { documentEndpoints } from './documents.ts';
import { embeddingModelEndpoints } from './embedding-models.ts';
import { type GroupErrors, openAiPath } from './error-forms.ts';
import { evaluationEndpoints } from './evaluations.ts';
import { eventEndpoints } from './events.ts';
import { keyEndpoints } from './keys.ts';
import { mcpServerEndpoints } from './mcp-servers.ts';
import { mcpToolEndpoints } from './mcp-tools.ts';
import { memberEndpoints } from './members.ts';
import { modelEndpoints } from './models.ts';
import { openAiEndpoints } from './openai.ts';
import { operationsEndpoints } from './operations.ts';
import { organisationEndpoints } from './organisations.ts';
import { promptEndpoints } from './prompts.ts';
import { quotaEndpoints } from './quotas.ts';
import { rerankerEndpoints } from './rerankers.ts';
import { researchEndpoints } from './research.ts';
import { rightsEndpoints } from './rights.ts';
import { runTokenEndpoints } from './run-tokens.ts';
import { searchEndpoints } from './search.ts';
import { sourceEndpoints } from './sources.ts';
import { usageEndpoints } from './usage.ts';

/** The public routes by group. Each group has a file here. */
export const endpointGroups = {
  collections: collectionEndpoints,
  documents: documentEndpoints,
  bin: binEndpoints,
  bundles: bundleEndpoints,
  sources: sourceEndpoints,
  events: eventEndpoints,
  search: searchEndpoints,
  evaluations: evaluationEndpoints,
  answers: answerEndpoints,
  conversations: conversationEndpoints,
  openai: openAiEndpoints,
  models: modelEndpoints,
  embedding_models: embeddingModelEndpoints,
  rerankers: rerankerEndpoints,
  prompts: promptEndpoints,
  assistants: assistantEndpoints,
  mcp_servers: mcpServerEndpoints,
  research: researchEndpoints,
  mcp_tools: mcpToolEndpoints,
  account: accountEndpoints,
  keys: keyEndpoints,
  organisations: organisationEndpoints,
  members: memberEndpoints,
  quotas: quotaEndpoints,
  usage: usageEndpoints,
  audit: auditEndpoints,
  admin: adminEndpoints,
  operations: operationsEndpoints,
} as const;

export type GroupName = keyof typeof endpointGroups;

/** Groups whose errors have another form than ours. */
export const groupErrors: Partial<Readonly<Record<GroupName, GroupErrors>>> = {
  openai: { path: openAiPath, form: 'openai' },
};

type Rooms = (typeof endpointGroups)[GroupName];
type NameIn<Room> = Room extends Room ? keyof Room : never;
type EndpointIn<Room, Name> = Room extends { readonly [Key in Name & string]: infer Row }
  ? Row
  : never;
type Endpoints = { readonly [Name in NameIn<Rooms>]: EndpointIn<Rooms, Name> };

/** All public routes, by name. */
export const endpoints = Object.assign({}, ...Object.values(endpointGroups)) as Endpoints;

export type EndpointName = keyof typeof endpoints;

/** Routes between services. */
export const insideEndpoints = {
  ...binPartEndpoints,
  ...agentToolEndpoints,
  ...completionEndpoints,
  ...runTokenEndpoints,
  ...rightsEndpoints,
  ...auditEventEndpoints,
  ...limitPartEndpoints,
} as const;
