import type { Readable, Writable } from 'node:stream';
import { blobConfigShape, checkBlobSettings, openBlobs } from '@lectern/blobs';
import {
  BundleError,
  describeContents,
  exportSite,
  importSite,
  type Report,
  type SiteSecrets,
} from '@lectern/bundles';
import { databaseConfigShape, loadConfig } from '@lectern/service';
import { z } from 'zod';

type Environment = Readonly<Record<string, string | undefined>>;

const configSchema = z
  .object({ DATABASE_URL: databaseConfigShape.DATABASE_URL, ...blobConfigShape })
  .superRefine(checkBlobSettings);
const secretsSchema = z.object({
  BETTER_AUTH_SECRET: z.string().min(1),
  CREDENTIAL_KEYS: z.string().min(1),
});

interface ExportOptions {
  readonly output: Writable & { readonly isTTY?: boolean };
  readonly withSecrets: boolean;
  readonly report: Report;
}

/**
 * Writes the site as an archive to standard output.
 * @throws BundleError or ConfigError
 */
export async function exportFromStores(
  environment: Environment,
  { output, withSecrets, report }: ExportOptions,
): Promise<void> {
  if (output.isTTY) throw new BundleError('Redirect standard output to a file.');
  const secrets = withSecrets ? loadSecrets(environment) : undefined;
  await using stores = await openStores(environment);
  const manifest = await exportSite({ ...stores, secrets, output, report });
  report(`exported ${describeContents(manifest)}`);
}

/**
 * Restores an archive from standard input into an empty site.
 * @throws BundleError or ConfigError
 */
export async function importIntoStores(
  environment: Environment,
  input: Readable,
  report: Report,
): Promise<void> {
  await using stores = await openStores(environment);
  const { manifest, secrets } = await importSite({ ...stores, input, report });
  report(`imported ${describeContents(manifest)}`);
  if (secrets) report('Run `init adopt-secrets` with the same archive before the suite starts.');
}

function loadSecrets(environment: Environment): SiteSecrets {
  const config = loadConfig(secretsSchema, environment);
  return {
    better_auth: config.BETTER_AUTH_SECRET,
    credential_keys: config.CREDENTIAL_KEYS.split(','),
  };
}

async function openStores(environment: Environment) {
  const config = loadConfig(configSchema, environment);
  const stack = new AsyncDisposableStack();
  const blobs = await openBlobs(config, (close) => stack.defer(async () => close()));
  return {
    databaseUrl: config.DATABASE_URL,
    blobs,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
