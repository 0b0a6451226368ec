import { randomUUID } from 'node:crypto';
import type { ChatRequest } from '@lectern/contracts';
import { createLogger, createSealingKey, loadConfig, type OnClose } from '@lectern/service';
import {
  createTestDatabase,
  createTestIdentity,
  listenOnFreePort,
  type TestDatabase,
} from '@lectern/testing';
import { createApp } from '../src/app.ts';
import { configSchema } from '../src/config.ts';
import { openDependencies, type Replacements } from '../src/dependencies.ts';

export interface LlmOptions extends Replacements {
  readonly mcpUrl: string;
  /** Default: a fresh one, dropped with the service. */
  readonly database?: TestDatabase;
  readonly identity?: Awaited<ReturnType<typeof createTestIdentity>>;
  readonly settings?: Readonly<Record<string, string>>;
}

/** The whole service on a free port, over a real database. */
export async function startLlm({
  mcpUrl,
  database,
  identity,
  settings,
  ...replacements
}: LlmOptions) {
  const ownDatabase = database ? undefined : await createTestDatabase();
  const { url: databaseUrl, pool } = (database ?? ownDatabase) as TestDatabase;
  const gateway = identity ?? (await createTestIdentity());
  const config = loadConfig(configSchema, {
    PORT: '0',
    DATABASE_URL: databaseUrl,
    INTERNAL_JWKS: gateway.jwks,
    MCP_SERVICE_URL: mcpUrl,
    RAG_SERVICE_URL: 'http://127.0.0.1:9',
    CREDENTIAL_KEYS: createSealingKey(),
    ...settings,
  });
  const closers: Array<Parameters<OnClose>[0]> = [];
  const dependencies = await openDependencies(
    config,
    {
      logger: createLogger({ name: 'llm', level: 'silent' }),
      onClose: (close) => closers.push(close),
    },
    {
      runTokens: { mint: ({ owner }) => gateway.token(owner) },
      readableDocuments: { find: async (documentIds) => documentIds },
      findReadableCollections: async (ids) => ids,
      ...replacements,
    },
  );
  const server = await listenOnFreePort(createApp(dependencies));
  const token = await gateway.token({ userId: 'user-1', organisationId: 'organisation-1' });

  const call = (method: string, path: string, options: CallOptions = {}): Promise<Response> =>
    fetch(`${server.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${options.token ?? token}`,
        ...(options.body !== undefined && { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
      ...(options.signal && { signal: options.signal }),
    });

  return {
    url: server.url,
    pool,
    dependencies,
    identity: gateway,
    token,
    call,
    chat: (body: ChatRequest, options: CallOptions = {}) =>
      call('POST', '/chat/mcp', { body, ...options }),
    stream: (body: ChatRequest, options: CallOptions = {}) =>
      call('POST', '/chat/mcp', { body, headers: { accept: 'text/event-stream' }, ...options }),
    newMessageId: () => randomUUID(),
    /** Ends as a stopped process would, leaving the database. */
    async close() {
      await server[Symbol.asyncDispose]();
      for (const close of closers.splice(0).toReversed()) await close();
    },
    async [Symbol.asyncDispose]() {
      await this.close();
      await ownDatabase?.[Symbol.asyncDispose]();
    },
  };
}

export interface CallOptions {
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}
