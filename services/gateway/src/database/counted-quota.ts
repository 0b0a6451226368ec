import { AppError, type QuotaName } from '@lectern/contracts';
import type { Pool } from 'pg';
import { inTransaction } from './in-transaction.ts';

type Queries = Pick<Pool, 'query'>;

/** Something of which an organisation, or a person, may have so many. */
export interface CountedQuota<Name extends string = QuotaName> {
  /** Of all gateways. */
  loadUse(ownerId: string): Promise<CountedUse<Name>>;
  /**
   * Comes after what adds one, in its transaction, so that it is undone.
   *
   * @throws AppError `quota_exceeded`.
   */
  assertRoom(client: Queries, ownerId: string): Promise<void>;
  /**
   * Comes after what the sign-in library added in a transaction of its own: one that is too many is
   * removed. One after another, so that as many stay as may.
   *
   * @throws AppError `quota_exceeded`.
   */
  keepOrRemove(ownerId: string, remove: (client: Queries) => Promise<unknown>): Promise<void>;
}

export interface CountedUse<Name extends string> {
  readonly quota: Name;
  readonly used: number;
  readonly limit: number;
}

export interface CountedQuotaOptions<Name extends string> {
  readonly quota: Name;
  /** The limit as a sentence: `The organisation may have 10 teams.` */
  readonly rule: string;
  /** Gives one row with `used`; `$1` is the owner. */
  readonly sql: string;
  readonly limit: number;
}

/** Counts in the gateway's own tables. */
export function createCountedQuota<Name extends string = QuotaName>(
  pool: Pool,
  { quota, rule, sql, limit }: CountedQuotaOptions<Name>,
): CountedQuota<Name> {
  const count = async (client: Queries, ownerId: string) => {
    const { rows } = await client.query<{ used: number }>(sql, [ownerId]);
    return rows[0]?.used ?? 0;
  };
  /** Two that add at once would not see one another: until its transaction ends there is one. */
  const countAlone = async (client: Queries, ownerId: string) => {
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `${quota} ${ownerId}`,
    ]);
    return count(client, ownerId);
  };
  const exceeded = (used: number) =>
    new AppError('quota_exceeded', `${rule} Delete some first.`, {
      details: { quota, used, limit },
    });
  return {
    loadUse: async (ownerId) => ({ quota, used: await count(pool, ownerId), limit }),

    async assertRoom(client, ownerId) {
      const used = await countAlone(client, ownerId);
      if (used > limit) throw exceeded(used - 1);
    },

    async keepOrRemove(ownerId, remove) {
      const isOver = await inTransaction(pool, async (client) => {
        if ((await countAlone(client, ownerId)) <= limit) return false;
        await remove(client);
        return true;
      });
      if (isOver) throw exceeded(limit);
    },
  };
}
