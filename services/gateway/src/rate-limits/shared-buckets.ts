import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';

export interface Lease {
  /** Number of tokens taken out of the bucket; 0 when it is empty. */
  readonly granted: number;
  /** Number of tokens left in the bucket. */
  readonly left: number;
}

/** Token buckets shared by all gateway processes. */
export interface SharedBuckets {
  /** Takes up to `wanted` tokens out of a bucket that holds and refills `perMinute` tokens. */
  lease(key: string, wanted: number, perMinute: number): Promise<Lease>;
}

const cleaningPauseMs = 60_000;

/** Takes a lease by one statement. A bucket without use for a minute is full, so its row is deleted. */
export function createSharedBuckets(database: Database): SharedBuckets {
  let cleanedAt = Date.now();

  const clean = async () => {
    if (Date.now() - cleanedAt < cleaningPauseMs) return;
    cleanedAt = Date.now();
    await database
      .deleteFrom('rate_limits')
      .where('filled_at', '<', sql<Date>`clock_timestamp() - interval '1 minute'`)
      .execute();
  };

  return {
    async lease(key, wanted, perMinute) {
      await clean();
      const filled = sql<number>`least(${perMinute}::float8, rate_limits.tokens + ${perMinute}::float8 / 60.0
        * greatest(0, extract(epoch from clock_timestamp() - rate_limits.filled_at)::float8))`;
      const granted = sql<number>`least(${wanted}::float8, floor(${filled}))`;
      const lease = await database
        .insertInto('rate_limits')
        .values({
          key,
          tokens: perMinute - wanted,
          granted: wanted,
          filled_at: sql`clock_timestamp()`,
        })
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet({
            tokens: sql`${filled} - ${granted}`,
            granted,
            filled_at: sql`clock_timestamp()`,
          }),
        )
        .returning(['granted', 'tokens as left'])
        .executeTakeFirst();
      return lease ?? { granted: 0, left: 0 };
    },
  };
}
