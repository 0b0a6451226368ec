import { createHash } from 'node:crypto';
import type { BlobStore } from '@lectern/blobs';
import type { Pool } from 'pg';
import type {
  LiteratureCache,
  NewRecord,
  RawAnswer,
  RecordSource,
  StoredAnswer,
  StoredRecord,
} from './literature-cache.ts';

/** Younger blobs may belong to a row whose transaction is open. */
const blobGraceMs = 24 * 3_600_000;
/** Replicas sweep one at a time. */
const sweepLock = 'mcp.literature';

/** Results and records in the schema `mcp`, raw answers in the blob store. */
export class PostgresLiteratureCache implements LiteratureCache {
  readonly #pool: Pool;
  readonly #blobs: BlobStore;

  constructor(pool: Pool, blobs: BlobStore) {
    this.#pool = pool;
    this.#blobs = blobs;
  }

  async findAnswer(organisationId: string, request: object): Promise<StoredAnswer | undefined> {
    const { rows } = await this.#pool.query<{ result: unknown; fetched_at: Date }>(
      `update mcp.literature_answers set used_at = now()
       where organisation_id = $1 and request_key = $2 returning result, fetched_at`,
      [organisationId, keyOf(request)],
    );
    return rows[0] && { result: rows[0].result, fetchedAt: rows[0].fetched_at };
  }

  async storeAnswer(
    organisationId: string,
    request: object,
    answer: RawAnswer & { readonly service: string; readonly result: unknown },
  ): Promise<void> {
    const { sha256 } = await this.#blobs.put(Buffer.from(answer.raw));
    await this.#pool.query(
      `insert into mcp.literature_answers
         (organisation_id, request_key, service, result, raw_sha256, fetched_at)
       values ($1, $2, $3, $4, $5, $6)
       on conflict (organisation_id, request_key) do update
       set result = excluded.result, raw_sha256 = excluded.raw_sha256,
         fetched_at = excluded.fetched_at, used_at = now()`,
      [
        organisationId,
        keyOf(request),
        answer.service,
        JSON.stringify(answer.result),
        sha256,
        answer.fetchedAt,
      ],
    );
  }

  async findRecords(
    organisationId: string,
    source: RecordSource,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, StoredRecord>> {
    if (ids.length === 0) return new Map();
    const { rows } = await this.#pool.query<{
      record_id: string;
      record: unknown;
      fetched_at: Date;
    }>(
      `update mcp.literature_records set used_at = now()
       where organisation_id = $1 and source = $2 and record_id = any($3)
       returning record_id, record, fetched_at`,
      [organisationId, source, ids],
    );
    return new Map(
      rows.map((row) => [row.record_id, { record: row.record, fetchedAt: row.fetched_at }]),
    );
  }

  async storeRecords(
    organisationId: string,
    source: RecordSource,
    { raw, fetchedAt, records }: RawAnswer & { readonly records: readonly NewRecord[] },
  ): Promise<void> {
    if (records.length === 0) return;
    const { sha256 } = await this.#blobs.put(Buffer.from(raw));
    // Sorted by id, so that two writers cannot deadlock.
    const sorted = records.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    await this.#pool.query(
      `insert into mcp.literature_records as stored
         (organisation_id, source, record_id, record, raw_sha256, fetched_at, changed_at)
       select $1, $2, given.id, given.record, $5, $6, $6
       from unnest($3::text[], $4::jsonb[]) as given (id, record)
       on conflict (organisation_id, source, record_id) do update
       set record = excluded.record, raw_sha256 = excluded.raw_sha256,
         fetched_at = excluded.fetched_at, used_at = now(),
         changed_at = case when stored.record is not distinct from excluded.record
           then stored.changed_at else excluded.changed_at end`,
      [
        organisationId,
        source,
        sorted.map(({ id }) => id),
        sorted.map(({ record }) => (record === null ? null : JSON.stringify(record))),
        sha256,
        fetchedAt,
      ],
    );
  }

  async sweep(unusedMs: number): Promise<void> {
    const client = await this.#pool.connect();
    try {
      const { rows } = await client.query<{ taken: boolean }>(
        'select pg_try_advisory_lock(hashtextextended($1, 0)) as taken',
        [sweepLock],
      );
      if (!rows[0]?.taken) return;
      try {
        for (const table of ['literature_answers', 'literature_records']) {
          await client.query(
            `delete from mcp.${table} where used_at < now() - $1 * interval '1 ms'`,
            [unusedMs],
          );
        }
        await this.#sweepBlobs();
      } finally {
        await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [sweepLock]);
      }
    } finally {
      client.release();
    }
  }

  async #sweepBlobs(): Promise<void> {
    const olderThan = new Date(Date.now() - blobGraceMs);
    await this.#blobs.removeUnfinished(olderThan);
    for await (const sha256 of this.#blobs.listOlderThan(olderThan)) {
      const { rowCount } = await this.#pool.query(
        `select from mcp.literature_answers where raw_sha256 = $1
         union all select from mcp.literature_records where raw_sha256 = $1 limit 1`,
        [sha256],
      );
      if (rowCount === 0) await this.#blobs.delete(sha256);
    }
  }
}

/** Returns a key that does not depend on the order of fields. */
function keyOf(request: object): string {
  const sorted = Object.entries(request).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex');
}
