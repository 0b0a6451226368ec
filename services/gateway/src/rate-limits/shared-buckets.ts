import type { Pool } from 'pg';

export interface Lease {
  /** Whole tokens taken out of the bucket, none when it is empty. */
  readonly granted: number;
  /** Tokens left in it. */
  readonly left: number;
}

/** Token buckets that all processes share. */
export interface SharedBuckets {
  /** Takes up to `wanted` tokens out of a bucket that fills, and holds, `perMinute`. */
  lease(key: string, wanted: number, perMinute: number): Promise<Lease>;
}

const cleaningPauseMs = 60_000;

/** One statement a lease. A bucket that nobody used for a minute is full: its row goes. */
export function createSharedBuckets(pool: Pool): SharedBuckets {
  let cleanedAt = Date.now();

  const clean = async () => {
    if (Date.now() - cleanedAt < cleaningPauseMs) return;
    cleanedAt = Date.now();
    await pool.query(
      `delete from auth.rate_limits where filled_at < clock_timestamp() - interval '1 minute'`,
    );
  };

  return {
    async lease(key, wanted, perMinute) {
      await clean();
      const { rows } = await pool.query<Lease>(leaseSql, [key, wanted, perMinute]);
      return rows[0] ?? { granted: 0, left: 0 };
    },
  };
}

const filled = `least($3, bucket.tokens + $3 / 60.0
  * greatest(0, extract(epoch from clock_timestamp() - bucket.filled_at)::float8))`;

const leaseSql = `
  insert into auth.rate_limits as bucket (key, tokens, granted, filled_at)
  values ($1, $3::float8 - $2::float8, $2, clock_timestamp())
  on conflict (key) do update set
    tokens = ${filled} - least($2, floor(${filled})),
    granted = least($2, floor(${filled})),
    filled_at = clock_timestamp()
  returning granted, tokens as left`;
