import { AppError, type Principal } from '@lectern/contracts';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { LlmTables } from '../database/tables.ts';

/** How many conversations the organisation has, counted up to one above the limit. */
export async function countConversations(
  database: Kysely<LlmTables>,
  organisationId: string,
  limit: number,
): Promise<number> {
  const { used } = await database
    .selectFrom((some) =>
      some
        .selectFrom('conversations')
        .select('id')
        .where('organisation_id', '=', organisationId)
        .limit(limit + 1)
        .as('counted'),
    )
    .select((count) => count.fn.countAll<string>().as('used'))
    .executeTakeFirstOrThrow();
  return Number(used);
}

/**
 * Comes after what begins a conversation, in its transaction, so that it is undone.
 *
 * @throws AppError `quota_exceeded`; its `used` is what was used before.
 */
export async function assertConversationQuota(
  transaction: Transaction<LlmTables>,
  { organisationId }: Pick<Principal, 'organisationId'>,
  limit: number,
): Promise<void> {
  // Two that begin at once would not see one another.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`conversations ${organisationId}`}, 0))`.execute(
    transaction,
  );
  const used = await countConversations(transaction, organisationId, limit);
  if (used <= limit) return;
  throw new AppError(
    'quota_exceeded',
    `The organisation may have ${limit} conversations. Delete some first.`,
    { details: { quota: 'conversations', used: used - 1, limit } },
  );
}
