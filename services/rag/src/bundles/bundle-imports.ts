import { randomUUID } from 'node:crypto';
import type { StoredBlob } from '@lectern/blobs';
import { AppError, type BundleImport, type ImportJob } from '@lectern/contracts';
import { writeToOutbox } from '@lectern/jobs';
import { type Selectable, sql } from 'kysely';
import type { Access } from '../access/load-access.ts';
import type { BundleImportsTable, Database, DatabaseTransaction } from '../database/tables.ts';
import type { DocumentStores } from '../documents/document-stores.ts';
import { announceImport } from '../notifications/notify.ts';
import { claimBlobs } from '../originals/claim-blobs.ts';
import { importJob, ragOutbox } from '../outbox/job-definitions.ts';
import { requireImportRight } from './import-bundle.ts';

export type ImportRow = Selectable<BundleImportsTable>;

/** Maximum unfinished imports of an organisation. */
const maxUnfinished = 5;

/**
 * Queues the import of an uploaded bundle.
 * @throws AppError `collection_not_found` and `forbidden` for the parent, `quota_exceeded` while
 *   too many imports are unfinished, `idempotency_conflict` for the key of another request.
 */
export async function addImport(
  {
    database,
    blobs,
    quotas,
  }: Pick<DocumentStores, 'database' | 'blobs'> & {
    readonly quotas: ImportJob['quotas'];
  },
  access: Access,
  {
    bundle,
    parentId,
    key,
  }: {
    readonly bundle: StoredBlob;
    readonly parentId: string | null;
    /** The same key repeats the first answer for a day. */
    readonly key: string | undefined;
  },
): Promise<BundleImport> {
  await requireImportRight(database, access, parentId);
  const { organisationId, userId } = access;
  return database.transaction().execute(async (transaction) => {
    const request = `${parentId ?? ''} ${bundle.sha256}`;
    const repeated = key && (await findRepeated(transaction, access, { key, request }));
    if (repeated) return toBundleImport(repeated);
    await claimBlobs(transaction, blobs, [bundle.sha256]);
    const row = await transaction
      .insertInto('rag.bundle_imports')
      .values({
        id: randomUUID(),
        organisation_id: organisationId,
        parent_id: parentId,
        collection_id: null,
        sha256: bundle.sha256,
        status: 'queued',
        error_code: null,
        error_message: null,
        error_member: null,
        created_by: userId,
        idempotency_key: key ?? null,
        request,
        updated_at: new Date(),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const { count } = await transaction
      .selectFrom('rag.bundle_imports')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('organisation_id', '=', organisationId)
      .where('status', 'in', ['queued', 'running'])
      .executeTakeFirstOrThrow();
    if (Number(count) > maxUnfinished) {
      throw new AppError('quota_exceeded', `At most ${maxUnfinished} imports run at once.`, {
        details: { quota: 'bundle_imports', used: maxUnfinished, limit: maxUnfinished },
      });
    }
    const { documents, bytes, collections } = quotas;
    const data = {
      task: 'import',
      organisation_id: organisationId,
      import_id: row.id,
      quotas: { documents, bytes, collections },
    } as const;
    await writeToOutbox(transaction, ragOutbox, {
      definition: importJob,
      // After those of other organisations that have fewer.
      jobs: [{ id: randomUUID(), priority: Number(count), data }],
    });
    return toBundleImport(row);
  });
}

/**
 * Returns the import that came with a key. Requests with the same key wait for each other.
 * @throws AppError `idempotency_conflict` if it was another request.
 */
async function findRepeated(
  transaction: DatabaseTransaction,
  { organisationId, userId }: Access,
  { key, request }: { readonly key: string; readonly request: string },
): Promise<ImportRow | undefined> {
  await sql`select pg_advisory_xact_lock(
    hashtextextended(${`bundle_imports ${organisationId} ${userId} ${key}`}, 0))`.execute(
    transaction,
  );
  const row = await transaction
    .selectFrom('rag.bundle_imports')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('created_by', '=', userId)
    .where('idempotency_key', '=', key)
    .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirst();
  if (row && row.request !== request) throw new AppError('idempotency_conflict');
  return row;
}

/**
 * Returns the caller's import.
 * @throws AppError `bundle_import_not_found`.
 */
export async function getImport(
  database: Database,
  { organisationId, userId }: Access,
  id: string,
): Promise<BundleImport> {
  const row = await database
    .selectFrom('rag.bundle_imports')
    .selectAll()
    .where('id', '=', id)
    .where('organisation_id', '=', organisationId)
    .where('created_by', '=', userId)
    .executeTakeFirst();
  if (!row) throw new AppError('bundle_import_not_found');
  return toBundleImport(row);
}

/** Changes an import and announces its state. */
export async function changeImport(
  database: Database,
  id: string,
  change: Partial<Omit<ImportRow, 'id' | 'organisation_id' | 'created_at' | 'created_by'>>,
): Promise<void> {
  const row = await database
    .updateTable('rag.bundle_imports')
    .set({ ...change, updated_at: new Date() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  if (!row) return;
  const state = toBundleImport(row);
  await announceImport(database, row.organisation_id, { userId: row.created_by, state });
}

/** Removes records of imports after a month, and of organisations without members. */
export async function removeOldImports(database: Database): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from rag.bundle_imports i
    where i.created_at < now() - interval '30 days' or not exists (
      select from auth.principals p where p.organisation_id = i.organisation_id)`.execute(database);
  return Number(numAffectedRows ?? 0n);
}

function toBundleImport(row: ImportRow): BundleImport {
  const { error_code: code, error_message: message, error_member: member } = row;
  return {
    id: row.id,
    status: row.status,
    progress: { done: row.done, total: row.total },
    collection_id: row.collection_id,
    error: code === null ? null : { code, message: message ?? '', member },
    created_at: row.created_at.toISOString(),
  };
}
