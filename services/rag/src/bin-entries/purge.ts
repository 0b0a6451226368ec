import { type BinEntry, binDays } from '@lectern/contracts';
import { sql } from 'kysely';
import type { Access } from '../access/load-access.ts';
import type { Database, DatabaseTransaction } from '../database/tables.ts';
import { publishRemoval } from '../outbox/publish-maintenance.ts';
import type { DocumentQuotas } from '../quotas/document-quotas.ts';
import { requireEntry, toBinEntry } from './select-entries.ts';

/**
 * Deletes an entry of the bin for good.
 * @throws AppError `bin_entry_not_found`.
 */
export async function purgeEntry(
  database: Database,
  access: Access,
  id: string,
): Promise<BinEntry> {
  return database.transaction().execute(async (transaction) => {
    const entry = await requireEntry(transaction, access, id);
    await purge(transaction, access.organisationId, [id]);
    return toBinEntry(entry);
  });
}

/**
 * Purges the oldest entries of a bin that holds more than the organisation may have beside it:
 * uploads that are deleted again must not fill the disk.
 */
export async function trimBin(
  transaction: DatabaseTransaction,
  organisationId: string,
  { documents, bytes }: DocumentQuotas,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, sum(size) over newest as bytes, sum(document_count) over newest as documents
      from rag.bin_entries where organisation_id = ${organisationId}
      window newest as (order by deleted_at desc, id desc)) e
    where e.bytes > ${bytes} or e.documents > ${documents}`.execute(transaction);
  await purge(
    transaction,
    organisationId,
    rows.map(({ id }) => id),
  );
}

const entriesAtOnce = 100;

/** Purges the entries whose time is over; returns their number. */
export async function purgeExpired(database: Database): Promise<number> {
  let purged = 0;
  for (;;) {
    const count = await database.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ id: string; organisation_id: string }>`
        select id, organisation_id from rag.bin_entries
        where deleted_at < now() - ${binDays} * interval '1 day'
        order by deleted_at limit ${entriesAtOnce} for update skip locked`.execute(transaction);
      for (const [organisationId, group] of Map.groupBy(rows, (row) => row.organisation_id)) {
        await purge(
          transaction,
          organisationId,
          group.map(({ id }) => id),
        );
      }
      return rows.length;
    });
    purged += count;
    if (count < entriesAtOnce) return purged;
  }
}

/** Purges an organisation's whole bin. */
export async function emptyBin(database: Database, organisationId: string): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const rows = await transaction
      .selectFrom('rag.bin_entries')
      .select('id')
      .where('organisation_id', '=', organisationId)
      .forUpdate()
      .execute();
    await purge(
      transaction,
      organisationId,
      rows.map(({ id }) => id),
    );
  });
}

/** The documents are removed by a job. */
async function purge(
  transaction: DatabaseTransaction,
  organisationId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  // One parameter: a statement has at most 65,535, and a bin may have more entries.
  const anyOf = sql<string>`any(${[...ids]}::uuid[])`;
  const documents = await transaction
    .updateTable('rag.documents')
    .set({ bin_id: null, deleted_at: new Date(), published_at: new Date() })
    .where('bin_id', '=', anyOf)
    .returning('id')
    .execute();
  await publishRemoval(
    transaction,
    organisationId,
    documents.map(({ id }) => id),
  );
  await transaction.deleteFrom('rag.bin_entries').where('id', '=', anyOf).execute();
}
