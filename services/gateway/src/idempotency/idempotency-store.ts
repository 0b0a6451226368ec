import { createHash, createHmac, randomUUID } from 'node:crypto';
import { AppError } from '@lectern/contracts';
import { createSealer, type Sealer } from '@lectern/service';
import type { Pool } from 'pg';
import { maxHeldBytes } from '../proxy/forward-body.ts';

export interface KeyedRequest {
  readonly organisationId: string;
  readonly userId: string;
  /** The same for credentials that may do the same: others neither see its answer nor hold it up. */
  readonly rights: string;
  /** The caller's `Idempotency-Key`. */
  readonly key: string;
  /** The same for the same method, address and body. */
  readonly request: string;
  /** How long it may run: after that a repetition runs it anew. */
  readonly maxRunMs: number;
}

export interface Answer {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly body: string;
}

/** What is known of an answer that was given in parts, being a stream or too large to keep. */
export type LargeAnswer = Pick<Answer, 'status'>;

/** A request that runs now for the first time. */
export interface Claim {
  /** Keeps the answer for the rest of the day. */
  keep(answer: Answer | LargeAnswer): Promise<void>;
  /** The request did nothing: the next one with this key runs. */
  release(): Promise<void>;
}

/** First answers by `Idempotency-Key`, sealed, for a day. */
export interface IdempotencyStore {
  /**
   * The first answer, or the right to give it.
   *
   * @throws AppError `idempotency_conflict` for another request or an answer that was not kept,
   *   `request_running`, `quota_exceeded`.
   */
  claim(request: KeyedRequest): Promise<Answer | Claim>;
}

/** 1 to 255 visible ASCII characters without spaces. */
export const idempotencyKeyPattern = /^[!-~]{1,255}$/;

/** Keys of a person in an organisation at a time. */
const maxKeys = 2_000;

interface Row {
  readonly request: string;
  readonly claim: string;
  readonly status: number | null;
  readonly answer: string | null;
}

export function createIdempotencyStore(pool: Pool, secret: string): IdempotencyStore {
  const sealerFor = (key: string): Sealer =>
    createSealer([
      { id: 'key', key: createHmac('sha256', secret).update(`answer ${key}`).digest() },
    ]);

  const openClaim = (id: string, claim: string, key: string): Claim => ({
    async keep(answer) {
      const kept = JSON.stringify(answer);
      const isSmall = 'body' in answer && Buffer.byteLength(kept) <= maxHeldBytes;
      await pool.query(
        'update auth.idempotency_keys set status = $3, answer = $4 where id = $1 and claim = $2',
        [id, claim, answer.status, isSmall ? sealerFor(key).seal(kept, id) : null],
      );
    },
    async release() {
      await pool.query('delete from auth.idempotency_keys where id = $1 and claim = $2', [
        id,
        claim,
      ]);
    },
  });

  return {
    async claim({ organisationId, userId, rights, key, request, maxRunMs }) {
      const id = createHash('sha256')
        .update(JSON.stringify([organisationId, userId, rights, key]))
        .digest('base64url');
      const claim = randomUUID();
      const { rows } = await pool.query<Row>(claimSql, [
        id,
        organisationId,
        userId,
        request,
        claim,
        maxRunMs,
        maxKeys,
      ]);
      const [row] = rows;
      if (!row) throw tooManyKeys();
      if (row.claim === claim) return openClaim(id, claim, key);
      if (row.request !== request) throw new AppError('idempotency_conflict');
      if (row.status === null) throw running();
      if (row.answer === null) {
        throw new AppError(
          'idempotency_conflict',
          'This request was begun before. Its answer is not kept, being a stream or too large: read what it did.',
        );
      }
      return JSON.parse(sealerFor(key).open(row.answer, id)) as Answer;
    },
  };
}

/**
 * One statement, so that of requests at the same time one claims the key. A row that is still in
 * force is rewritten as it is: only so does the statement wait for another one's and see its outcome.
 */
const claimSql = `
  insert into auth.idempotency_keys as kept
    (id, organisation_id, user_id, request, claim, claimed_until, expires_at)
  select $1, $2, $3, $4, $5::uuid, now() + $6 * interval '1 ms', now() + interval '1 day'
  where exists (select from auth.idempotency_keys where id = $1)
    or (select count(*) from auth.idempotency_keys
        where organisation_id = $2 and user_id = $3) < $7
  on conflict (id) do update set (request, claim, claimed_until, status, answer, expires_at) = (
    select fresh.*
    from (values
      (excluded.request, excluded.claim, excluded.claimed_until, null::smallint, null::text,
       excluded.expires_at)) as fresh
    where kept.expires_at <= now() or (kept.status is null and kept.claimed_until <= now())
    union all
    select kept.request, kept.claim, kept.claimed_until, kept.status, kept.answer, kept.expires_at
    where not (kept.expires_at <= now() or (kept.status is null and kept.claimed_until <= now())))
  returning request, claim, status, answer`;

function running(): AppError {
  return new AppError('request_running', undefined, { details: { retry_after: 2 } });
}

function tooManyKeys(): AppError {
  return new AppError('quota_exceeded', undefined, {
    details: { quota: 'idempotency_keys', used: maxKeys, limit: maxKeys },
  });
}
