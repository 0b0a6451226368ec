import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { toKeySet } from '@lectern/service/signing-keys';
import { listAcceptedKeys, type Secrets } from '../home/secrets.ts';

export type ServiceName = 'gateway' | 'llm' | 'rag' | 'worker' | 'mcp';

/** Values from which the environment of every process is made. */
export interface SuiteContext {
  /** Absolute path of the home. */
  readonly home: string;
  /** The gateway's port; the others follow it. */
  readonly port: number;
  readonly databaseUrl: string;
  readonly secrets: Secrets;
}

export interface SuiteProcess {
  readonly name: ServiceName;
  readonly entry: string;
  /** Added to the gateway's port. */
  readonly portOffset: number;
  /** Limit of the JavaScript heap, in megabytes. */
  readonly heapMegabytes: number;
  /** Size of each half of the young generation, in megabytes: larger spares work under load. */
  readonly semiSpaceMegabytes: number;
  /** Variables of the person's environment that only this process may see. */
  readonly secretSettings: readonly string[];
  /** Set here, regardless of the person's environment. */
  readonly environment: (context: SuiteContext) => Readonly<Record<string, string>>;
}

export const postgresPortOffset = 5;
/** Ports that a suite takes, from the gateway's on. */
export const portCount = 6;
export const repositoryFolder = fileURLToPath(new URL('../../../..', import.meta.url));

/** Secrets of the stores and models that the knowledge service and its worker use. */
const knowledgeSecrets = [
  'EMBEDDING_API_KEY',
  'RERANK_API_KEY',
  'WEAVIATE_API_KEY',
  'REDIS_URL',
  'REDIS_SENTINEL_PASSWORD',
  'AWS_SECRET_ACCESS_KEY',
];

/** The one list of what runs beside PostgreSQL. */
export const suiteProcesses: readonly SuiteProcess[] = [
  {
    name: 'rag',
    entry: join(repositoryFolder, 'services/rag/src/main.ts'),
    portOffset: 2,
    heapMegabytes: 512,
    semiSpaceMegabytes: 32,
    secretSettings: knowledgeSecrets,
    environment: (context) => ({
      ...knowledgeEnvironment(context),
      LLM_SERVICE_URL: urlOf(context, 'llm'),
      INTERNAL_SIGNING_KEY: JSON.stringify(context.secrets.signingKeys.rag),
    }),
  },
  {
    name: 'worker',
    entry: join(repositoryFolder, 'services/rag/src/worker.ts'),
    portOffset: 3,
    heapMegabytes: 768,
    semiSpaceMegabytes: 16,
    secretSettings: knowledgeSecrets,
    environment: (context) => knowledgeEnvironment(context),
  },
  {
    name: 'mcp',
    entry: join(repositoryFolder, 'services/mcp/src/main.ts'),
    portOffset: 4,
    heapMegabytes: 384,
    semiSpaceMegabytes: 16,
    secretSettings: [
      'NCBI_API_KEY',
      'AWS_SECRET_ACCESS_KEY',
      'EMBEDDING_API_KEY',
      'MCP_STDIO_SERVERS',
    ],
    environment: (context) => ({
      DATABASE_URL: context.databaseUrl,
      BLOB_DIR: join(context.home, 'literature'),
      MODELS_DIR: join(context.home, 'models'),
      CREDENTIAL_KEYS: context.secrets.credentialKeys.join(','),
      GATEWAY_URL: urlOf(context, 'gateway'),
      INTERNAL_SIGNING_KEY: JSON.stringify(context.secrets.signingKeys.mcp),
      LLM_SERVICE_URL: urlOf(context, 'llm'),
      RAG_SERVICE_URL: urlOf(context, 'rag'),
    }),
  },
  {
    name: 'llm',
    entry: join(repositoryFolder, 'services/llm/src/main.ts'),
    portOffset: 1,
    heapMegabytes: 384,
    semiSpaceMegabytes: 8,
    secretSettings: ['MODEL_API_KEY', 'LANGSMITH_API_KEY'],
    environment: (context) => ({
      DATABASE_URL: context.databaseUrl,
      CREDENTIAL_KEYS: context.secrets.credentialKeys.join(','),
      MCP_SERVICE_URL: urlOf(context, 'mcp'),
      RAG_SERVICE_URL: urlOf(context, 'rag'),
      GATEWAY_URL: urlOf(context, 'gateway'),
      INTERNAL_SIGNING_KEY: JSON.stringify(context.secrets.signingKeys.llm),
    }),
  },
  {
    name: 'gateway',
    entry: join(repositoryFolder, 'services/gateway/src/main.ts'),
    portOffset: 0,
    heapMegabytes: 384,
    semiSpaceMegabytes: 16,
    secretSettings: ['AUDIT_EXPORT_SECRET', 'OIDC_CLIENT_SECRET', 'SMTP_URL'],
    environment: (context) => ({
      DATABASE_URL: context.databaseUrl,
      RAG_SERVICE_URL: urlOf(context, 'rag'),
      LLM_SERVICE_URL: urlOf(context, 'llm'),
      MCP_SERVICE_URL: urlOf(context, 'mcp'),
      BETTER_AUTH_SECRET: context.secrets.betterAuthSecret,
      INTERNAL_SIGNING_KEY: JSON.stringify(context.secrets.signingKeys.gateway),
      LECTERN_CREDENTIALS_FILE: credentialsFileOf(context.home),
    }),
  },
];

/** Returns the file with address, sign-in and API key of a suite: `{url, email, password, api_key}`. */
export function credentialsFileOf(home: string): string {
  return join(home, 'credentials.json');
}

/** The address of a service inside. */
export function urlOf({ port }: Pick<SuiteContext, 'port'>, name: ServiceName): string {
  const found = suiteProcesses.find((suiteProcess) => suiteProcess.name === name);
  return `http://127.0.0.1:${port + (found?.portOffset ?? 0)}`;
}

function knowledgeEnvironment(context: SuiteContext): Record<string, string> {
  return {
    DATABASE_URL: context.databaseUrl,
    BLOB_DIR: join(context.home, 'blobs'),
    INDEX_DIR: join(context.home, 'index'),
    MODELS_DIR: join(context.home, 'models'),
    CREDENTIAL_KEYS: context.secrets.credentialKeys.join(','),
  };
}

const secretNamePattern = /^(?!QUOTA_)(.*_)?(TOKEN|(KEY|SECRET|PASSWORD|CREDENTIAL)S?)$/;

function isSecret(name: string): boolean {
  return (
    secretNamePattern.test(name) ||
    suiteProcesses.some(({ secretSettings }) => secretSettings.includes(name))
  );
}

/**
 * The whole environment of one process: the person's own (a secret only where it is meant to go),
 * then what the suite decides.
 */
export function createEnvironment(
  suiteProcess: SuiteProcess,
  context: SuiteContext,
  personal: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const passedOn = Object.entries(personal).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined &&
      (!isSecret(entry[0]) || suiteProcess.secretSettings.includes(entry[0])),
  );
  return {
    LECTERN_PUBLIC_URL: `http://127.0.0.1:${context.port}`,
    // Model servers on the person's own machine.
    MODEL_ALLOW_PRIVATE_HOSTS: 'localhost,127.0.0.1,host.docker.internal',
    // Fewer pools of freed memory in glibc: 60 MB less for the index's many threads.
    MALLOC_ARENA_MAX: '2',
    // Compiled once a checkout: a third to a half less work for each later start.
    NODE_COMPILE_CACHE: join(repositoryFolder, 'node_modules/.cache/node'),
    ...Object.fromEntries(passedOn),
    HOST: '127.0.0.1',
    PORT: `${context.port + suiteProcess.portOffset}`,
    INTERNAL_JWKS: JSON.stringify(toKeySet(listAcceptedKeys(context.secrets))),
    ...suiteProcess.environment(context),
  };
}
