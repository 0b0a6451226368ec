import { AppError, type QuotaName } from '@lectern/contracts';
import type { Pool } from 'pg';

type Queries = Pick<Pool, 'query'>;

/** Something of which an organisation, or a person, may have so many. */
export interface CountedQuota<Name extends string = QuotaName> {
  /** Of all gateways, or as a transaction sees it. */
  loadUse(ownerId: string, client?: Queries): Promise<CountedUse<Name>>;
  /** Two that add at once would not see one another: until its transaction ends there is one. */
  lock(client: Queries, ownerId: string): Promise<void>;
  /** `used` is what was used before. */
  exceeded(used: number): AppError;
  /**
   * Comes after what adds one, in its transaction, so that it is undone.
   *
   * @throws AppError `quota_exceeded`.
   */
  assertRoom(client: Queries, ownerId: string): Promise<void>;
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
  const own: CountedQuota<Name> = {
    async loadUse(ownerId, client = pool) {
      const { rows } = await client.query<{ used: number }>(sql, [ownerId]);
      return { quota, used: rows[0]?.used ?? 0, limit };
    },
    async lock(client, ownerId) {
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
        `${quota} ${ownerId}`,
      ]);
    },
    exceeded: (used) =>
      new AppError('quota_exceeded', `${rule} Delete some first.`, {
        details: { quota, used, limit },
      }),
    async assertRoom(client, ownerId) {
      await own.lock(client, ownerId);
      const { used } = await own.loadUse(ownerId, client);
      if (used > limit) throw own.exceeded(used - 1);
    },
  };
  return own;
}
