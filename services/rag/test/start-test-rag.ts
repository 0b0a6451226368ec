import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Document, Role } from '@lectern/contracts';
import { createLogger, listen } from '@lectern/service';
import { addPrincipal, createTestDatabase, createTestIdentity, eventually } from '@lectern/testing';
import { createApp } from '../src/app.ts';
import { configSchema, workerConfigSchema } from '../src/config.ts';
import { type Limits, openDependencies } from '../src/dependencies.ts';
import { openWorkerDependencies } from '../src/worker-dependencies.ts';

export interface Person {
  readonly userId: string;
  readonly organisationId: string;
  /** Calls the service as this person. A plain object is sent as JSON. */
  call(method: string, path: string, body?: object | FormData | Blob): Promise<Answer>;
  /** Sends its own headers, and leaves the body unread. */
  open(method: string, path: string, headers: Readonly<Record<string, string>>): Promise<Response>;
}

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  readonly body: any;
  readonly headers: Headers;
}

/** Starts the rag service and its worker over embedded stores, in this process. */
export async function startTestRag(
  settings: Record<string, string> = {},
  /** Settings of the first worker that the service does not share. */
  workerSettings: Record<string, string> = {},
  limits: Partial<Limits> = {},
) {
  const closers: (() => Promise<void> | void)[] = [];
  const onClose = (close: () => Promise<void> | void) => {
    closers.push(close);
  };
  const folder = await mkdtemp(join(tmpdir(), 'lectern-rag-'));
  onClose(() => rm(folder, { recursive: true, force: true }));
  const testDatabase = await createTestDatabase();
  onClose(async () => {
    await testDatabase[Symbol.asyncDispose]();
  });
  const identity = await createTestIdentity();
  const environment = {
    PORT: '0',
    DATABASE_URL: testDatabase.url,
    DATABASE_POOL_SIZE: '5',
    INTERNAL_JWKS: identity.jwks,
    BLOB_DIR: join(folder, 'blobs'),
    INDEX_DIR: join(folder, 'index'),
    PARSER_PROCESSES: '1',
    ...settings,
  };
  const logger = createLogger({ name: 'test', level: process.env.TEST_LOG ?? 'fatal' });

  const workerClosers: (() => Promise<void> | void)[] = [];
  let restarted: Promise<void> | undefined;
  const startWorker = async (changed: Record<string, string> = {}) => {
    const config = workerConfigSchema.parse({ ...environment, ...changed });
    const onWorkerClose = (close: () => Promise<void> | void) => void workerClosers.push(close);
    // As the supervisor of a worker's process.
    const restart = async () => {
      await stopWorker();
      await startWorker(changed);
    };
    await openWorkerDependencies(config, {
      logger,
      searchPath: workerSettings.PATH,
      onClose: onWorkerClose,
      fillEveryMs: 500,
      onModelChosen: () =>
        setImmediate(() => {
          restarted = restart();
        }),
    });
  };
  const stopWorker = async () => {
    for (const close of workerClosers.splice(0).toReversed()) await close();
  };
  onClose(async () => {
    // A worker that starts while it is stopped would be left behind.
    await restarted;
    await stopWorker();
  });
  await startWorker(workerSettings);
  const dependencies = await openDependencies(
    configSchema.parse(environment),
    { logger, onClose },
    limits,
  );
  const { url } = await listen(
    createApp(dependencies),
    { host: '127.0.0.1', port: 0, drainTimeoutMs: 200 },
    onClose,
  );

  const addPerson = async (
    userId: string,
    organisationId: string,
    /** A role, or the role of an administrator of the installation. */
    given: Role | { readonly role: Role; readonly isOperator: true },
  ): Promise<Person> => {
    const { role, ...more } = typeof given === 'string' ? { role: given } : given;
    await addPrincipal(testDatabase, { userId, organisationId, role });
    const token = await identity.token({ userId, organisationId, ...more });
    return {
      userId,
      organisationId,
      open: (method, path, headers) =>
        fetch(url + path, { method, headers: { ...headers, authorization: `Bearer ${token}` } }),
      async call(method, path, body) {
        const isForm = body instanceof FormData || body instanceof Blob;
        const response = await fetch(url + path, {
          method,
          headers: {
            authorization: `Bearer ${token}`,
            ...(body && !isForm && { 'content-type': 'application/json' }),
          },
          ...(body && { body: isForm ? body : JSON.stringify(body) }),
        });
        const text = await response.text();
        const json = response.headers.get('content-type')?.includes('application/json');
        return {
          status: response.status,
          body: json ? JSON.parse(text) : text,
          headers: response.headers,
        };
      },
    };
  };

  /** Waits until a document has reached a final state. */
  const settled = (person: Person, id: string): Promise<Document> =>
    eventually(
      async () => {
        const { body } = await person.call('GET', `/rag/documents/${id}`);
        if (!['ready', 'failed', 'cancelled'].includes(body.status)) {
          throw new Error(`still ${body.status}`);
        }
        return body as Document;
      },
      { timeoutMs: 30_000 },
    );

  return {
    url,
    identity,
    database: testDatabase,
    dependencies,
    addPerson,
    settled,
    startWorker,
    stopWorker,
    async [Symbol.asyncDispose]() {
      for (const close of closers.toReversed()) await close();
    },
  };
}

export type TestRag = Awaited<ReturnType<typeof startTestRag>>;

/** Creates a multipart body with these files. */
export function filesOf(files: Record<string, string | Uint8Array>, fields: object = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const [name, content] of Object.entries(files)) {
    form.append('files', new File([content as string], name));
  }
  return form;
}
