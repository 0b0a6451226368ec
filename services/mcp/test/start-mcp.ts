import { createLogger, createSealingKey, type OnClose } from '@lectern/service';
import { createTestIdentity, listenOnFreePort, type TestIdentity } from '@lectern/testing';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Express } from 'express';
import { createApp } from '../src/app.ts';
import { loadMcpConfig } from '../src/config.ts';
import { type Dependencies, openDependencies, type Replacements } from '../src/dependencies.ts';

export interface RunningMcp extends AsyncDisposable {
  readonly url: string;
  readonly app: Express;
  readonly dependencies: Dependencies;
  readonly identity: TestIdentity;
  /** An internal token of a member with every scope. */
  readonly token: string;
}

/** Starts the whole service with a knowledge service at `ragUrl`. */
export async function startMcp(
  ragUrl: string,
  settings: Readonly<Record<string, string>> = {},
  {
    identity: given,
    ...replacements
  }: Replacements & { readonly identity?: TestIdentity | undefined } = {},
): Promise<RunningMcp> {
  const identity = given ?? (await createTestIdentity());
  const config = loadMcpConfig({
    PORT: '0',
    INTERNAL_JWKS: identity.jwks,
    RAG_SERVICE_URL: ragUrl,
    CREDENTIAL_KEYS: createSealingKey(),
    ...settings,
  });
  const closers: Array<Parameters<OnClose>[0]> = [];
  const logger = createLogger({ name: 'mcp', level: 'silent' });
  const dependencies = await openDependencies(
    config,
    { logger, onClose: (close) => closers.push(close) },
    { version: '1.2.3', evidenceApp: '<!doctype html>', ...replacements },
  );
  const app = createApp(dependencies);
  const server = await listenOnFreePort(app);
  return {
    url: server.url,
    app,
    dependencies,
    identity,
    token: await identity.token({ userId: 'u1', organisationId: 'o1' }),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      for (const close of closers.toReversed()) await close();
    },
  };
}

/** Returns a connected client of the newest revision. */
export async function connectClient(
  mcp: Pick<RunningMcp, 'url' | 'token'>,
  token = mcp.token,
  headers: Readonly<Record<string, string>> = {},
): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    { versionNegotiation: { mode: 'auto' } },
  );
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${mcp.url}/mcp`), {
      requestInit: { headers: { ...headers, authorization: `Bearer ${token}` } },
    }),
  );
  return client;
}
