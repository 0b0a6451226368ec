import { createHash, createHmac, randomUUID } from 'node:crypto';
import { AppError } from '@lectern/contracts';
import { createSealer, type Sealer } from '@lectern/service';
import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { maxHeldBytes } from '../proxy/forward-body.ts';

export interface KeyedRequest {
  readonly organisationId: string;
  readonly userId: string;
  /** Equal for credentials with equal rights: others do not share responses or claims. */
  readonly rights: string;
  /** Value of `Idempotency-Key`. */
  readonly key: string;
  /** Equal for the same method, address and body. */
  readonly request: string;
  /** Maximum run time, after which a repeated request runs again. */
  readonly maxRunMs: number;
}

export interface Answer {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly body: string;
}

/** Facts of a response that is not stored: a stream, or too large. */
export type LargeAnswer = Pick<Answer, 'status'>;

/** The right to run a request for the first time. */
export interface Claim {
  /** Stores the response for a day. */
  store(answer: Answer | LargeAnswer): Promise<void>;
  /** Releases the key after a request without effect: the next one runs. */
  release(): Promise<void>;
}

/** Stores first responses by `Idempotency-Key`, sealed, for a day. */
export interface IdempotencyStore {
  /**
   * Returns the first response, or the claim to run the request.
   *
   * @throws AppError `idempotency_conflict` for another request or a response that was not stored,
   *   `request_running`, `quota_exceeded`.
   */
  claim(request: KeyedRequest): Promise<Answer | Claim>;
}

/** Maximum stored keys of a person in an organisation. */
const maxKeys = 2_000;

interface Row {
  readonly request: string;
  readonly claim: string;
  readonly status: number | null;
  readonly answer: string | null;
}

export function createIdempotencyStore(database: Database, secret: string): IdempotencyStore {
  const sealerFor = (key: string): Sealer =>
    createSealer([
      { id: 'key', key: createHmac('sha256', secret).update(`answer ${key}`).digest() },
    ]);

  const openClaim = (id: string, claim: string, key: string): Claim => ({
    async store(answer) {
      const kept = JSON.stringify(answer);
      const isSmall = 'body' in answer && Buffer.byteLength(kept) <= maxHeldBytes;
      await database
        .updateTable('idempotency_keys')
        .set({
          status: answer.status,
          answer: isSmall ? sealerFor(key).seal(kept, id) : null,
        })
        .where('id', '=', id)
        .where('claim', '=', claim)
        .execute();
    },
    async release() {
      await database
        .deleteFrom('idempotency_keys')
        .where('id', '=', id)
        .where('claim', '=', claim)
        .execute();
    },
  });

  return {
    async claim({ organisationId, userId, rights, key, request, maxRunMs }) {
      const id = createHash('sha256')
        .update(JSON.stringify([organisationId, userId, rights, key]))
        .digest('base64url');
      const claim = randomUUID();
      // One statement, so that one of concurrent requests claims the key. A row in force is rewritten
      // unchanged: only then does the statement wait for a concurrent one and see its outcome.
      const { rows } = await sql<Row>`
        insert into auth.idempotency_keys as kept
          (id, organisation_id, user_id, request, claim, claimed_until, expires_at)
        select ${id}, ${organisationId}, ${userId}, ${request}, ${claim}::uuid,
          now() + ${maxRunMs} * interval '1 ms', now() + interval '1 day'
        where exists (select from auth.idempotency_keys where id = ${id})
          or (select count(*) from auth.idempotency_keys
              where organisation_id = ${organisationId} and user_id = ${userId}) < ${maxKeys}
        on conflict (id) do update set
          (request, claim, claimed_until, status, answer, expires_at) = (
            select fresh.*
            from (values
              (excluded.request, excluded.claim, excluded.claimed_until, null::smallint, null::text,
               excluded.expires_at)) as fresh
            where ${isOver}
            union all
            select kept.request, kept.claim, kept.claimed_until, kept.status, kept.answer,
              kept.expires_at
            where not ${isOver})
        returning request, claim, status, answer`.execute(database);
      const [row] = rows;
      if (!row) throw tooManyKeys();
      if (row.claim === claim) return openClaim(id, claim, key);
      if (row.request !== request) throw new AppError('idempotency_conflict');
      if (row.status === null) throw running();
      if (row.answer === null) {
        throw new AppError(
          'idempotency_conflict',
          'This request ran before. Its response was a stream or too large to be stored.',
        );
      }
      return JSON.parse(sealerFor(key).open(row.answer, id)) as Answer;
    },
  };
}

const isOver = sql`(kept.expires_at <= now() or (kept.status is null and kept.claimed_until <= now()))`;

function running(): AppError {
  return new AppError('request_running', undefined, { details: { retry_after: 2 } });
}

function tooManyKeys(): AppError {
  return new AppError('quota_exceeded', undefined, {
    details: { quota: 'idempotency_keys', used: maxKeys, limit: maxKeys },
  });
}
