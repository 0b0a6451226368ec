import { AppError, type QuotaName } from '@lectern/contracts';
import { sql } from 'kysely';
import type { Database } from './tables.ts';

/** Limit on the number of rows that an organisation, or a person, may own. */
export interface CountedQuota<Name extends string = QuotaName> {
  /** Returns the use over all gateway processes. */
  loadUse(ownerId: string): Promise<CountedUse<Name>>;
  /**
   * Checks the quota after a row was added, in the same transaction, which undoes the row.
   *
   * @throws AppError `quota_exceeded`.
   */
  assertRoom(transaction: Database, ownerId: string): Promise<void>;
  /**
   * Checks the quota after better-auth added a row in its own transaction, and removes the row when
   * the quota is exceeded. Checks of one owner run one after another.
   *
   * @throws AppError `quota_exceeded`.
   */
  keepOrRemove(ownerId: string, remove: (transaction: Database) => Promise<unknown>): Promise<void>;
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
  readonly count: (database: Database, ownerId: string) => Promise<number>;
  readonly limit: number;
}

export function createCountedQuota<Name extends string = QuotaName>(
  database: Database,
  { quota, rule, count, limit }: CountedQuotaOptions<Name>,
): CountedQuota<Name> {
  /** The lock lasts until the transaction ends: concurrent additions would not see each other. */
  const countLocked = async (transaction: Database, ownerId: string) => {
    const lock = `${quota} ${ownerId}`;
    await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(transaction);
    return count(transaction, ownerId);
  };
  const exceeded = (used: number) =>
    new AppError('quota_exceeded', `${rule} Delete some first.`, {
      details: { quota, used, limit },
    });
  return {
    loadUse: async (ownerId) => ({ quota, used: await count(database, ownerId), limit }),

    async assertRoom(transaction, ownerId) {
      const used = await countLocked(transaction, ownerId);
      if (used > limit) throw exceeded(used - 1);
    },

    async keepOrRemove(ownerId, remove) {
      const isOver = await database.transaction().execute(async (transaction) => {
        if ((await countLocked(transaction, ownerId)) <= limit) return false;
        await remove(transaction);
        return true;
      });
      if (isOver) throw exceeded(limit);
    },
  };
}
