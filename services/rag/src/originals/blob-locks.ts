import { sql } from 'kysely';
import type { DatabaseTransaction } from '../database/tables.ts';

/** Number of all blob locks; the second number is a share of them. */
const lockClass = 0x424c4f42;
const shares = 64;

/** Prevents the removal of these blobs until the transaction ends. */
export async function lockForReference(
  transaction: DatabaseTransaction,
  sha256s: readonly string[],
): Promise<void> {
  const wanted = [...new Set(sha256s.map(shareOf))];
  await sql`select pg_advisory_xact_lock_shared(${lockClass}, share) from unnest(${wanted}::int[]) as share`.execute(
    transaction,
  );
}

/** Prevents new references to this blob until the transaction ends. */
export async function lockForDeletion(
  transaction: DatabaseTransaction,
  sha256: string,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockClass}, ${shareOf(sha256)})`.execute(transaction);
}

function shareOf(sha256: string): number {
  return Number.parseInt(sha256.slice(0, 2), 16) % shares;
}
