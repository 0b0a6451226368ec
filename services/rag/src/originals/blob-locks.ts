import { sql } from 'kysely';
import type { DatabaseTransaction } from '../database/tables.ts';

/** One number for all locks of blobs; the second one is a share of them. */
const lockClass = 0x424c4f42;
const shares = 64;

/** Until the transaction ends nobody discards these blobs. */
export async function lockForReference(
  transaction: DatabaseTransaction,
  sha256s: readonly string[],
): Promise<void> {
  const wanted = [...new Set(sha256s.map(shareOf))];
  await sql`select pg_advisory_xact_lock_shared(${lockClass}, share) from unnest(${wanted}::int[]) as share`.execute(
    transaction,
  );
}

/** Until the transaction ends nobody names this blob anew. */
export async function lockForDeletion(
  transaction: DatabaseTransaction,
  sha256: string,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockClass}, ${shareOf(sha256)})`.execute(transaction);
}

function shareOf(sha256: string): number {
  return Number.parseInt(sha256.slice(0, 2), 16) % shares;
}
