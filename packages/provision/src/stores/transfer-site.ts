import type { Readable, Writable } from 'node:stream';
import { blobConfigShape, checkBlobSettings, openBlobs } from '@lectern/blobs';
import {
  describeContents,
  exportSite,
  importSite,
  type Report,
  TransferError,
} from '@lectern/bundles';
import { databaseConfigShape, loadConfig } from '@lectern/service';
import { z } from 'zod';

type Environment = Readonly<Record<string, string | undefined>>;

const configSchema = z
  .object({ DATABASE_URL: databaseConfigShape.DATABASE_URL, ...blobConfigShape })
  .superRefine(checkBlobSettings);

/**
 * Writes the site as an archive to standard output.
 * @throws TransferError or ConfigError
 */
export async function exportFromStores(
  environment: Environment,
  output: Writable & { readonly isTTY?: boolean },
  report: Report,
): Promise<void> {
  if (output.isTTY) throw new TransferError('An archive is no text: send it into a file.');
  await using stores = await openStores(environment);
  const manifest = await exportSite({ ...stores, output, report });
  report(`exported ${describeContents(manifest)}`);
}

/**
 * Fills an empty site from an archive on standard input.
 * @throws TransferError or ConfigError
 */
export async function importIntoStores(
  environment: Environment,
  input: Readable,
  report: Report,
): Promise<void> {
  await using stores = await openStores(environment);
  const manifest = await importSite({ ...stores, input, report });
  report(`imported ${describeContents(manifest)}`);
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
