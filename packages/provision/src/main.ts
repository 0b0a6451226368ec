import { inspect } from 'node:util';
import { BundleError, describeFailure, readSiteSecrets } from '@lectern/bundles';
import { MigrationError, migrate } from '@lectern/migrate';
import { ConfigError, databaseConfigShape, loadConfig, serviceUrlSchema } from '@lectern/service';
import { z } from 'zod';
import { backUp, backUpRegularly, checkBackup } from './backup/run-backup.ts';
import { type EnsureSecretsOptions, ensureSecrets } from './secrets/ensure-secrets.ts';
import { createDatabaseRoles } from './stores/create-database-roles.ts';
import { type GrantIndexAccessOptions, grantIndexAccess } from './stores/grant-index-access.ts';
import { exportFromStores, importIntoStores } from './stores/site-archive.ts';

const log = (line: string) => process.stdout.write(`provision: ${line}\n`);

/** Writes to standard error: standard output may be an archive. */
const remark = (line: string) => process.stderr.write(`provision: ${line}\n`);

const commands: Readonly<Record<string, () => Promise<void>>> = {
  secrets: () => writeSecrets({}),
  'rotate-signing-keys': () => writeSecrets({ rotate: true }),
  'adopt-secrets': async () => {
    const secrets = await readSiteSecrets(process.stdin);
    if (!secrets) throw new BundleError('The archive has no secrets.');
    await writeSecrets({
      adopted: { betterAuth: secrets.better_auth, credentialKeys: secrets.credential_keys },
    });
  },
  stores: async () => {
    const password = z.string().min(20);
    const config = loadConfig(
      z.object({
        DATABASE_URL: databaseConfigShape.DATABASE_URL,
        DATABASE_GATEWAY_PASSWORD: password,
        DATABASE_RAG_PASSWORD: password,
        DATABASE_LLM_PASSWORD: password,
        DATABASE_MCP_PASSWORD: password,
        WEAVIATE_URL: serviceUrlSchema.optional(),
        WEAVIATE_ADMIN_KEY: z.string().optional(),
      }),
      process.env,
    );
    const { WEAVIATE_URL: url, WEAVIATE_ADMIN_KEY: adminKey } = config;
    await prepareStores({
      databaseUrl: config.DATABASE_URL,
      passwords: {
        gateway: config.DATABASE_GATEWAY_PASSWORD,
        rag: config.DATABASE_RAG_PASSWORD,
        llm: config.DATABASE_LLM_PASSWORD,
        mcp: config.DATABASE_MCP_PASSWORD,
      },
      weaviate: url && adminKey ? { url, adminKey } : undefined,
      log,
    });
  },
  export: () =>
    exportFromStores(process.env, {
      output: process.stdout,
      withSecrets: process.argv[3] === '--with-secrets',
      report: remark,
    }),
  import: () => importIntoStores(process.env, process.stdin, remark),
  backup: () => backUp(process.env, remark),
  'backup-regularly': () => {
    const stopped = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => stopped.abort());
    return backUpRegularly(process.env, remark, stopped.signal);
  },
  'check-backup': () => checkBackup(process.env, remark, process.argv[3]),
};

async function writeSecrets(options: Omit<EnsureSecretsOptions, 'folder'>): Promise<void> {
  const { SECRETS_DIR: folder } = loadConfig(z.object({ SECRETS_DIR: z.string() }), process.env);
  await ensureSecrets({ folder, ...options });
  log(options.rotate ? 'new signing keys' : 'secrets: complete');
}

const command = commands[process.argv[2] ?? ''];
try {
  if (!command) throw new ConfigError([`name a command: ${Object.keys(commands).join(', ')}`]);
  await command();
} catch (error) {
  const sentence = error instanceof MigrationError ? error.message : describeFailure(error);
  process.stderr.write(`provision: ${sentence ?? inspect(error)}\n`);
  process.exitCode = 1;
}

interface PrepareStoresOptions {
  /** Login of the owner of all schemas, without a transaction pooler. */
  readonly databaseUrl: string;
  readonly passwords: Parameters<typeof createDatabaseRoles>[0]['passwords'];
  /** Set if the index is in Weaviate. */
  readonly weaviate?: GrantIndexAccessOptions | undefined;
  /** Called with one line for each action. */
  readonly log: (line: string) => void;
}

/** Prepares the stores for the services: schemas first, then rights. */
async function prepareStores({
  databaseUrl,
  passwords,
  weaviate,
  log,
}: PrepareStoresOptions): Promise<void> {
  await migrate({ databaseUrl, log });
  await createDatabaseRoles({ databaseUrl, passwords });
  log('database roles: up to date');
  if (!weaviate) return;
  await grantIndexAccess(weaviate);
  log('index role: up to date');
}
