import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ResearchRequest, ResearchResponse } from '@lectern/contracts';
import {
  type RecordedLiterature,
  type RecordedLiteratureOptions,
  startRecordedLiterature,
} from '@lectern/recorded-literature';
import { createLogger, createSealingKey, loadConfig, type OnClose } from '@lectern/service';
import {
  addPrincipal,
  createTestDatabase,
  createTestIdentity,
  type ListeningApp,
  listenOnFreePort,
  type TestDatabase,
} from '@lectern/testing';
import { createApp as createLlm } from '../../services/llm/src/app.ts';
import { configSchema as llmConfig } from '../../services/llm/src/config.ts';
import { openDependencies as openLlm } from '../../services/llm/src/dependencies.ts';
import { createApp as createMcp } from '../../services/mcp/src/app.ts';
import { loadMcpConfig } from '../../services/mcp/src/config.ts';
import { openDependencies as openMcp } from '../../services/mcp/src/dependencies.ts';
import { type OwnDocuments, startOwnDocuments } from './own-documents.ts';

export interface ResearchSite extends AsyncDisposable {
  readonly recorded: RecordedLiterature;
  readonly own: OwnDocuments;
  readonly database: TestDatabase;
  /** One for the person who asks: what takes long outlasts a token. */
  createToken(): Promise<string>;
  readonly llmUrl: string;
  ask(request: ResearchRequest): Promise<ResearchResponse>;
  call(method: string, path: string, body?: unknown): Promise<Response>;
  /** Says something in a conversation, for events. */
  stream(body: object): Promise<Response>;
  /** The same as somebody else: of another organisation, or a colleague. */
  foreignCall(method: string, path: string, who?: 'stranger' | 'colleague'): Promise<Response>;
  /** Environment of another process of the llm service. */
  readonly llmEnvironment: Readonly<Record<string, string>>;
}

export interface ResearchSiteOptions extends RecordedLiteratureOptions {
  readonly mcpReplicas?: number;
  readonly llmSettings?: Readonly<Record<string, string>>;
  readonly mcpSettings?: Readonly<Record<string, string>>;
}

/** llm and mcp over recorded literature and a few own documents, in this process. */
export async function openResearchSite(options: ResearchSiteOptions = {}): Promise<ResearchSite> {
  const stack = new AsyncDisposableStack();
  const onClose: OnClose = (close) => stack.defer(async () => close());
  const recorded = stack.use(await startRecordedLiterature(options));
  const database = stack.use(await createTestDatabase());
  const rag = stack.use(await startOwnDocuments());
  const blobs = await mkdtemp(join(tmpdir(), 'lectern-research-'));
  stack.defer(() => rm(blobs, { recursive: true, force: true }));
  const identity = await createTestIdentity();
  const logger = createLogger({ name: 'bench', level: 'silent' });
  const common = { PORT: '0', DATABASE_URL: database.url, INTERNAL_JWKS: identity.jwks };
  const sealingKey = createSealingKey();
  const mcps = [];
  for (let replica = 0; replica < (options.mcpReplicas ?? 1); replica += 1) {
    const config = loadMcpConfig({
      ...common,
      BLOB_DIR: blobs,
      CREDENTIAL_KEYS: sealingKey,
      NCBI_BASE_URL: recorded.ncbiUrl,
      CLINICALTRIALS_BASE_URL: recorded.clinicalTrialsUrl,
      RAG_SERVICE_URL: rag.url,
      ...options.mcpSettings,
    });
    const dependencies = await openMcp(config, { logger, onClose });
    mcps.push(stack.use(await listenOnFreePort(createMcp(dependencies))));
  }
  const llms: ListeningApp[] = [];
  const llmEnvironmentOf = (mcpUrl: string) => ({
    ...common,
    MCP_SERVICE_URL: mcpUrl,
    RAG_SERVICE_URL: rag.url,
    CREDENTIAL_KEYS: sealingKey,
    ...options.llmSettings,
  });
  for (const mcp of mcps) {
    const config = loadConfig(llmConfig, llmEnvironmentOf(mcp.url));
    const dependencies = await openLlm(config, { logger, onClose });
    llms.push(stack.use(await listenOnFreePort(createLlm(dependencies))));
  }
  const own = { userId: 'user-1', organisationId: 'organisation-1' };
  const foreign = { userId: 'user-2', organisationId: 'organisation-2' };
  // Runs of people who are no members are removed after a while.
  const colleague = { userId: 'user-3', organisationId: own.organisationId };
  for (const principal of [own, foreign, colleague]) await addPrincipal(database, principal);
  const createToken = () => identity.token(own);
  const otherTokens = {
    stranger: await identity.token(foreign),
    colleague: await identity.token(colleague),
  };
  let turn = 0;
  const call = async (method: string, path: string, body?: unknown) => {
    turn += 1;
    const llm = llms[turn % llms.length] as { url: string };
    return fetch(`${llm.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${await createToken()}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  };
  return {
    recorded,
    own: rag,
    database,
    createToken,
    llmUrl: llms[0]?.url ?? '',
    call,
    stream: async (body) =>
      fetch(`${llms[0]?.url}/chat/mcp`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${await createToken()}`,
          accept: 'text/event-stream',
          'content-type': 'application/json',
        },
        body: JSON.stringify(body),
      }),
    foreignCall: (method, path, who = 'stranger') =>
      fetch(`${llms[0]?.url}${path}`, {
        method,
        headers: { authorization: `Bearer ${otherTokens[who]}` },
      }),
    llmEnvironment: llmEnvironmentOf(mcps[0]?.url ?? ''),
    async ask(request) {
      const response = await call('POST', '/research', request);
      const body = await response.json();
      if (!response.ok) throw new Error(JSON.stringify(body));
      return body as ResearchResponse;
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
