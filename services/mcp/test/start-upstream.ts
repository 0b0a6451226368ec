import {
  createTestDatabase,
  createTestIdentity,
  type TestDatabase,
  type TestIdentity,
} from '@lectern/testing';
import type { Replacements } from '../src/dependencies.ts';
import { startMcp } from './start-mcp.ts';

export const owner = { userId: 'user-1', organisationId: 'organisation-1' };
export const member = { userId: 'user-2', organisationId: 'organisation-1' };

export interface CallOptions {
  readonly token?: string;
  readonly body?: unknown;
}

export interface UpstreamOptions extends Replacements {
  /** Default: a fresh one, dropped with the service. */
  readonly database?: TestDatabase;
  readonly identity?: TestIdentity;
  readonly settings?: Readonly<Record<string, string>>;
}

/**
 * Starts the service over a real database without literature. Servers on this machine may be
 * registered.
 */
export async function startUpstream({
  database,
  identity = undefined,
  settings,
  ...replacements
}: UpstreamOptions = {}) {
  const ownDatabase = database ? undefined : await createTestDatabase();
  const { url: databaseUrl, pool } = (database ?? ownDatabase) as TestDatabase;
  const mcp = await startMcp(
    'http://127.0.0.1:9',
    {
      DATABASE_URL: databaseUrl,
      ENABLE_LITERATURE: 'false',
      MCP_ALLOW_PRIVATE_HOSTS: '127.0.0.1',
      ...settings,
    },
    { identity: identity ?? (await createTestIdentity()), ...replacements },
  );
  const { upstream } = mcp.dependencies;
  if (!upstream) throw new Error('The service has a database.');
  const token = await mcp.identity.token(owner);
  return {
    url: mcp.url,
    app: mcp.app,
    pool,
    upstream,
    identity: mcp.identity,
    token,
    call: (method: string, path: string, options: CallOptions = {}): Promise<Response> =>
      fetch(`${mcp.url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${options.token ?? token}`,
          ...(options.body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
      }),
    async [Symbol.asyncDispose]() {
      await mcp[Symbol.asyncDispose]();
      await ownDatabase?.[Symbol.asyncDispose]();
    },
  };
}
