import { PassThrough } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { BundleError, checkArchive, encrypt, type Report } from '@lectern/bundles';
import { databaseConfigShape, loadConfig, serviceUrlSchema } from '@lectern/service';
import { z } from 'zod';
import { exportFromStores } from '../stores/site-archive.ts';
import { type BackupStore, openBucketBackups, openFolderBackups } from './backup-store.ts';
import { findExpired, nameBackup, sortBackups, timeOfBackup } from './keep-backups.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Newest backups that stay, whatever their age. */
const keptAlways = 7;

const storeShape = {
  /** Folder of the backups; not used with BACKUP_BUCKET. */
  BACKUP_DIR: z.string().min(1).optional(),
  /** An existing bucket in an S3-compatible store. */
  BACKUP_BUCKET: z.string().min(1).optional(),
  BACKUP_ENDPOINT: serviceUrlSchema.optional(),
  BACKUP_REGION: z.string().min(1).default('us-east-1'),
  BACKUP_ACCESS_KEY_ID: z.string().min(1).optional(),
  BACKUP_SECRET_ACCESS_KEY: z.string().min(1).optional(),
};
const backupSchema = z.object({
  ...storeShape,
  /** Public keys of age, separated by commas. */
  BACKUP_RECIPIENT: z.string().regex(/^\s*age1\S+(\s*,\s*age1\S+)*\s*$/, 'must be keys like age1…'),
  BACKUP_KEEP_DAYS: z.coerce.number().int().min(1).default(30),
  BACKUP_EVERY_HOURS: z.coerce.number().int().min(1).max(720).default(24),
});
const checkSchema = z.object({
  ...storeShape,
  DATABASE_URL: databaseConfigShape.DATABASE_URL,
  /** Private key of age. */
  BACKUP_IDENTITY: z.string().min(1),
});

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** A longer delay would overflow the timer. */
const maxDelayMs = 12 * hourMs;

/**
 * Writes an encrypted backup with the site's secrets, then deletes expired ones.
 * @throws BundleError or ConfigError; nothing is stored or deleted then.
 */
export async function backUp(environment: Environment, report: Report): Promise<void> {
  const config = loadConfig(backupSchema, environment);
  const store = openBackups(config);
  const now = new Date();
  const name = nameBackup(now);
  const recipients = config.BACKUP_RECIPIENT.split(',').map((key) => key.trim());
  const plain = new PassThrough();
  const encrypted = await encrypt(plain, recipients);
  // Each failure ends the other side by the stream, and the first one is its cause.
  let cause: unknown;
  const remember = (error: unknown) => {
    cause ??= error;
    plain.destroy(error as Error);
  };
  await Promise.all([
    exportFromStores(environment, { output: plain, withSecrets: true, report }).catch(remember),
    store.put(name, encrypted).catch(remember),
  ]);
  if (cause !== undefined) throw cause;
  report(`wrote ${name}`);
  const retention = { count: keptAlways, days: config.BACKUP_KEEP_DAYS };
  for (const expired of findExpired(await store.list(), retention, now)) {
    await store.delete(expired);
    report(`deleted ${expired}`);
  }
}

/**
 * Writes a backup whenever the newest one is BACKUP_EVERY_HOURS old, and tries a failed one again
 * after 15 minutes, until the signal.
 */
export async function backUpRegularly(
  environment: Environment,
  report: Report,
  signal: AbortSignal,
): Promise<void> {
  const config = loadConfig(backupSchema, environment);
  const store = openBackups(config);
  while (!signal.aborted) {
    let waitMs = 15 * minuteMs;
    try {
      const newest = timeOfBackup(sortBackups(await store.list()).at(-1) ?? '');
      const dueAt = (newest?.getTime() ?? 0) + config.BACKUP_EVERY_HOURS * hourMs;
      if (dueAt <= Date.now()) await backUp(environment, report);
      else waitMs = Math.min(dueAt - Date.now(), maxDelayMs);
    } catch (error) {
      report(`The backup failed: ${(error as Error).message}`);
    }
    await delay(waitMs, undefined, { signal }).catch(() => {});
  }
}

/**
 * Restores the newest backup, or the one named, into a scratch database.
 * @throws BundleError or ConfigError
 */
export async function checkBackup(
  environment: Environment,
  report: Report,
  name?: string,
): Promise<void> {
  const config = loadConfig(checkSchema, environment);
  const store = openBackups(config);
  const found = name ?? sortBackups(await store.list()).at(-1);
  if (!found) throw new BundleError('There is no backup.');
  const result = await checkArchive({
    databaseUrl: config.DATABASE_URL,
    input: await store.read(found),
    identity: config.BACKUP_IDENTITY,
    report,
  });
  report(`${found}: ${result}`);
}

function openBackups(config: z.output<z.ZodObject<typeof storeShape>>): BackupStore {
  const { BACKUP_BUCKET: bucket, BACKUP_DIR: folder } = config;
  const { BACKUP_ACCESS_KEY_ID: accessKeyId, BACKUP_SECRET_ACCESS_KEY: secretAccessKey } = config;
  if (bucket) {
    return openBucketBackups({
      bucket,
      endpoint: config.BACKUP_ENDPOINT,
      region: config.BACKUP_REGION,
      credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
    });
  }
  if (folder) return openFolderBackups(folder);
  throw new BundleError('BACKUP_DIR or BACKUP_BUCKET is needed.');
}
