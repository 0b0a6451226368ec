import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { NoToken, RateTokens } from './rate-tokens.ts';

export interface PostgresRateTokensOptions {
  readonly pool: Pool;
  /** Name of the service. */
  readonly bucket: string;
  /** Maximum requests in a window. */
  readonly tokens: number;
  readonly windowMs: number;
  /** Time after which the token of a lost holder is free again. Longer than any request. */
  readonly leaseMs: number;
}

/** Polling interval for a leased token, which may be returned at any time. */
const pollMs = 40;

/**
 * Opens tokens as rows. A token is used from its request until a window after the answer, so that
 * no window has more requests than tokens, however long they take.
 */
export async function openPostgresRateTokens(
  options: PostgresRateTokensOptions,
): Promise<RateTokens> {
  const { pool, bucket, tokens, windowMs, leaseMs } = options;
  await fillBucket(options);
  return {
    async tryTake() {
      const leaseId = randomUUID();
      const { rowCount } = await pool.query(
        `update mcp.rate_tokens set lease_id = $3, free_at = clock_timestamp() + $4 * interval '1 ms'
         where bucket = $1 and slot = (
           select slot from mcp.rate_tokens
           where bucket = $1 and slot < $2 and free_at <= clock_timestamp()
           order by free_at limit 1 for update skip locked
         )`,
        [bucket, tokens, leaseId, leaseMs],
      );
      if (rowCount === 0) return findWait(options);
      const giveBack = async (afterMs: number) => {
        await pool.query(
          `update mcp.rate_tokens
           set lease_id = null,
             free_at = greatest(paused_until, clock_timestamp() + $3 * interval '1 ms')
           where bucket = $1 and lease_id = $2`,
          [bucket, leaseId, afterMs],
        );
      };
      return { giveBack: () => giveBack(windowMs), giveBackUnused: () => giveBack(0) };
    },
    async pause(durationMs) {
      await pool.query(
        `update mcp.rate_tokens set
           paused_until = greatest(paused_until, clock_timestamp() + $2 * interval '1 ms'),
           free_at = greatest(free_at, clock_timestamp() + $2 * interval '1 ms')
         where bucket = $1`,
        [bucket, durationMs],
      );
    },
  };
}

async function fillBucket({ pool, bucket, tokens }: PostgresRateTokensOptions): Promise<void> {
  await pool.query(
    `insert into mcp.rate_tokens (bucket, slot, free_at)
     select $1, slot, '-infinity' from generate_series(0, $2 - 1) as slot
     on conflict do nothing`,
    [bucket, tokens],
  );
}

/** Restores tokens that are missing in the table. */
async function findWait(options: PostgresRateTokensOptions): Promise<NoToken> {
  const { pool, bucket, tokens } = options;
  const { rows } = await pool.query<{
    readonly count: number;
    readonly wait: string | null;
    readonly paused: string | null;
    readonly leased: boolean;
  }>(
    `select count(*)::int as count,
       extract(epoch from min(free_at) filter (where lease_id is null) - clock_timestamp())
         * 1000 as wait,
       extract(epoch from max(nullif(paused_until, '-infinity')) - clock_timestamp())
         * 1000 as paused,
       bool_or(lease_id is not null) as leased
     from mcp.rate_tokens where bucket = $1 and slot < $2`,
    [bucket, tokens],
  );
  const { count = 0, wait = null, paused = null, leased = false } = rows[0] ?? {};
  if (count < tokens) await fillBucket(options);
  const known = wait === null ? pollMs : Math.max(1, Math.ceil(Number(wait)));
  return {
    retryAfterMs: leased || count < tokens ? Math.min(known, pollMs) : known,
    pausedMs: Math.max(0, Math.ceil(Number(paused ?? 0))),
  };
}
