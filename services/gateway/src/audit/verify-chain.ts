import type { AuditVerification, VerifyAudit } from '@lectern/contracts';
import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';

const batchSize = 20_000;

interface Batch {
  readonly events: number;
  readonly last_id: string | null;
  readonly last_hash: string | null;
  readonly broken_id: string | null;
}

/**
 * Recomputes the chain of hashes over all events. With `expected`, which an earlier verification or
 * an exported event gave, removals at the end are found too.
 */
export async function verifyChain(
  database: Database,
  { expected }: VerifyAudit,
): Promise<AuditVerification> {
  // Events that are removed meanwhile stay visible.
  return database
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((snapshot) => verifySnapshot(snapshot, expected));
}

async function verifySnapshot(
  database: Database,
  expected: VerifyAudit['expected'],
): Promise<AuditVerification> {
  let lastId = '0';
  let hash = '';
  const removal = await sql<{ id: string; hash: string }>`
    select last_id as id, encode(last_hash, 'hex') as hash from auth.audit_removals
    order by last_id desc limit 1`.execute(database);
  if (removal.rows[0]) ({ id: lastId, hash } = removal.rows[0]);
  let events = 0;
  let seesExpected = expected === undefined || BigInt(expected.id) <= BigInt(lastId);
  for (;;) {
    const batch = await verifyBatch(database, lastId, hash);
    events += batch.events;
    const verified = { events, last_id: lastId, hash };
    if (batch.broken_id !== null) return { ...verified, broken_id: batch.broken_id };
    if (
      expected &&
      !seesExpected &&
      batch.events > 0 &&
      BigInt(batch.last_id ?? 0) >= BigInt(expected.id)
    ) {
      if (!(await hasHash(database, expected))) return { ...verified, broken_id: expected.id };
      seesExpected = true;
    }
    if (batch.last_id === null) {
      return { ...verified, broken_id: seesExpected ? null : (expected?.id ?? null) };
    }
    lastId = batch.last_id;
    hash = batch.last_hash ?? '';
  }
}

async function verifyBatch(database: Database, lastId: string, hash: string): Promise<Batch> {
  const { rows } = await sql<Batch>`
    with batch as (
      select * from auth.audit_log where id > ${lastId} order by id limit ${batchSize}
    ), checked as (
      select id, hash, hash = auth.hash_audit_event(
        coalesce(lag(hash) over (order by id), decode(${hash}, 'hex')), batch::auth.audit_log) as holds
      from batch
    )
    select count(*)::int as events, max(id) as last_id,
      (select encode(hash, 'hex') from checked order by id desc limit 1) as last_hash,
      min(id) filter (where not holds) as broken_id
    from checked`.execute(database);
  return rows[0] as Batch;
}

async function hasHash(database: Database, { id, hash }: NonNullable<VerifyAudit['expected']>) {
  const found = await database
    .selectFrom('audit_log')
    .select('id')
    .where('id', '=', id)
    .where(sql<boolean>`hash = decode(${hash}, 'hex')`)
    .executeTakeFirst();
  return found !== undefined;
}
