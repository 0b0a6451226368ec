import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { allScopes, type Scope } from '@lectern/contracts';
import { createLogger, loadConfig } from '@lectern/service';
import {
  createTestDatabase,
  createTestIdentity,
  listenOnFreePort,
  type TestDatabase,
} from '@lectern/testing';
import { createApp } from '../src/app.ts';
import type { PasswordHasher } from '../src/auth/better-auth/password-hash-queue.ts';
import { createFirstOwner, type Owner } from '../src/auth/first-run/first-owner.ts';
import { configSchema } from '../src/config.ts';
import { type Dependencies, openDependencies, type Replacements } from '../src/dependencies.ts';
import { type FakeService, startFakeService } from './fake-service.ts';

export const publicUrl = 'http://localhost:8000';

const pageFolder = fileURLToPath(new URL('page', import.meta.url));

const hash = async (password: string) => createHash('sha256').update(password).digest('hex');

/** Fast, since tests sign in many times. */
const quickHasher: PasswordHasher = {
  hash,
  verify: async (given) => (await hash(given.password)) === given.hash,
};

/** A gateway with its own database and fake services. */
export interface TestGateway extends AsyncDisposable {
  readonly url: string;
  /** Public keys of its internal tokens, as `INTERNAL_JWKS`. */
  readonly jwks: string;
  readonly database: TestDatabase;
  readonly dependencies: Dependencies;
  readonly rag: FakeService;
  readonly llm: FakeService;
  readonly mcp: FakeService;
  /** Starts another process of the same gateway, with empty caches. */
  startReplica(): Promise<AsyncDisposable & { readonly url: string }>;
}

export async function startGateway(
  settings: Readonly<Record<string, string>> = {},
  replacements: Replacements = {},
): Promise<TestGateway> {
  // Closed here if the gateway rejects its settings.
  await using resources = new AsyncDisposableStack();
  const database = resources.use(await createTestDatabase());
  const rag = resources.use(await startFakeService());
  const llm = resources.use(await startFakeService());
  const mcp = resources.use(await startFakeService());
  const identity = await createTestIdentity();
  const config = loadConfig(configSchema, {
    DATABASE_URL: database.url,
    RAG_SERVICE_URL: rag.url,
    LLM_SERVICE_URL: llm.url,
    MCP_SERVICE_URL: mcp.url,
    LECTERN_PUBLIC_URL: publicUrl,
    BETTER_AUTH_SECRET: 'only-for-tests-2f9c4e7a1b8d6035-c41e',
    INTERNAL_JWKS: identity.jwks,
    INTERNAL_SIGNING_KEY: identity.signingKey,
    ...settings,
  });
  const startProcess = async () => {
    await using own = new AsyncDisposableStack();
    const processDependencies = await openDependencies(
      config,
      {
        logger: createLogger({ name: 'test', level: 'silent' }),
        onClose: (close) => own.defer(async () => close()),
      },
      { passwordHasher: quickHasher, ...replacements },
    );
    await Promise.allSettled([processDependencies.auth.$context]);
    const { url } = own.use(await listenOnFreePort(createApp(processDependencies, pageFolder)));
    const running = own.move();
    return {
      url,
      dependencies: processDependencies,
      [Symbol.asyncDispose]: () => running.disposeAsync(),
    };
  };
  const { url, dependencies } = resources.use(await startProcess());
  const running = resources.move();
  return {
    url,
    jwks: identity.jwks,
    database,
    dependencies,
    rag,
    llm,
    mcp,
    startReplica: startProcess,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

export const owner = { email: 'ada@example.org', password: 'analytical-engine', name: 'Ada' };

export async function setPassword(
  { dependencies: { passwords, database } }: TestGateway,
  userId: string,
  password: string,
): Promise<void> {
  await passwords.set(database, userId, await passwords.hash(password));
}

/** Creates the first owner and an API key. */
export async function addOwner(
  { dependencies }: TestGateway,
  scopes: readonly Scope[] = allScopes,
): Promise<Owner & { readonly key: string; readonly keyId: string }> {
  const { auth, database, apiKeys } = dependencies;
  const made = await createFirstOwner(auth, database, owner);
  if (!made) throw new Error('there is an owner already');
  const { key, id } = await apiKeys.add({
    ...made,
    name: 'test',
    scopes,
    expiresInDays: undefined,
  });
  return { ...made, key, keyId: id };
}

/** Signs somebody in, by default the owner, and returns the cookie header of the session. */
export async function signIn(
  gateway: TestGateway,
  password = owner.password,
  email = owner.email,
): Promise<string> {
  const response = await fetch(`${gateway.url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: publicUrl },
    body: JSON.stringify({ email, password }),
  });
  if (response.status !== 200) throw new Error(`sign-in gave ${response.status}`);
  return toCookieHeader(response);
}

/** Returns the cookies that a response sets, as a browser would send them. */
export function toCookieHeader(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ');
}
