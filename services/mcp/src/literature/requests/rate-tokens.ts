import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { LiteratureDatabase } from '../literature-tables.ts';

export interface RateToken {
  /** Returns the token a window after the answer. */
  giveBack(): Promise<void>;
  /** Returns the token at once, since no request was made. */
  giveBackUnused(): Promise<void>;
}

/** No token is free. */
export interface NoToken {
  /** Milliseconds until the next try makes sense. */
  readonly retryAfterMs: number;
  /** Milliseconds of a pause that the service requested; 0 without one. */
  readonly pausedMs: number;
}

export interface RateTokensOptions {
  readonly database: LiteratureDatabase;
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

/** Creates tokens of one outside service as rows, which all replicas share. */
export async function openRateTokens(options: RateTokensOptions) {
  const { database, bucket, tokens, windowMs, leaseMs } = options;
  await fillBucket(options);
  return {
    /**
     * Takes a token. It is used from its request until a window after the answer, so that no window
     * has more requests than tokens, however long they take.
     */
    async tryTake(): Promise<RateToken | NoToken> {
      const leaseId = randomUUID();
      const { numUpdatedRows } = await database
        .updateTable('rate_tokens')
        .set({ lease_id: leaseId, free_at: after(leaseMs) })
        .where('bucket', '=', bucket)
        .where('slot', '=', (free) =>
          free
            .selectFrom('rate_tokens')
            .select('slot')
            .where('bucket', '=', bucket)
            .where('slot', '<', tokens)
            .where(sql<boolean>`free_at <= clock_timestamp()`)
            .orderBy('free_at')
            .limit(1)
            .forUpdate()
            .skipLocked(),
        )
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return findWait(options);
      const giveBack = async (afterMs: number) => {
        await database
          .updateTable('rate_tokens')
          .set({ lease_id: null, free_at: sql`greatest(paused_until, ${after(afterMs)})` })
          .where('bucket', '=', bucket)
          .where('lease_id', '=', leaseId)
          .execute();
      };
      return { giveBack: () => giveBack(windowMs), giveBackUnused: () => giveBack(0) };
    },
    /** Stops all requests for this time, since the service requested it. */
    async pause(durationMs: number): Promise<void> {
      const until = after(durationMs);
      await database
        .updateTable('rate_tokens')
        .set({
          paused_until: sql`greatest(paused_until, ${until})`,
          free_at: sql`greatest(free_at, ${until})`,
        })
        .where('bucket', '=', bucket)
        .execute();
    },
  };
}

export type RateTokens = Awaited<ReturnType<typeof openRateTokens>>;

function after(durationMs: number) {
  return sql<Date>`clock_timestamp() + ${durationMs} * interval '1 ms'`;
}

async function fillBucket({ database, bucket, tokens }: RateTokensOptions): Promise<void> {
  const slots = Array.from({ length: tokens }, (_, slot) => ({
    bucket,
    slot,
    lease_id: null,
    free_at: '-infinity',
  }));
  await database
    .insertInto('rate_tokens')
    .values(slots)
    .onConflict((same) => same.doNothing())
    .execute();
}

/** Restores tokens that are missing in the table. */
async function findWait(options: RateTokensOptions): Promise<NoToken> {
  const { database, bucket, tokens } = options;
  const { count, wait, paused, leased } = await database
    .selectFrom('rate_tokens')
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<string | null>`extract(epoch from min(free_at) filter (where lease_id is null)
        - clock_timestamp()) * 1000`.as('wait'),
      sql<string | null>`extract(epoch from max(nullif(paused_until, '-infinity'))
        - clock_timestamp()) * 1000`.as('paused'),
      sql<boolean | null>`bool_or(lease_id is not null)`.as('leased'),
    ])
    .where('bucket', '=', bucket)
    .where('slot', '<', tokens)
    .executeTakeFirstOrThrow();
  const isIncomplete = count < tokens;
  if (isIncomplete) await fillBucket(options);
  const known = wait === null ? pollMs : Math.max(1, Math.ceil(Number(wait)));
  return {
    retryAfterMs: leased || isIncomplete ? Math.min(known, pollMs) : known,
    pausedMs: Math.max(0, Math.ceil(Number(paused ?? 0))),
  };
}
