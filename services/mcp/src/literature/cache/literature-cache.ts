import { createHash } from 'node:crypto';
import type { BlobStore } from '@lectern/blobs';
import { tryWithLock } from '@lectern/service';
import { sql } from 'kysely';
import type { LiteratureDatabase } from '../literature-tables.ts';

export type RecordSource = 'pubmed' | 'pmc' | 'clinicaltrials';

export interface StoredAnswer {
  readonly result: unknown;
  readonly fetchedAt: Date;
}

export interface StoredRecord {
  /** Null if the service has no such record. */
  readonly record: unknown;
  readonly fetchedAt: Date;
}

export interface NewRecord {
  readonly id: string;
  readonly record: unknown;
}

export interface RawAnswer {
  readonly raw: string;
  readonly fetchedAt: Date;
}

/** Younger blobs may belong to a row whose transaction is open. */
const blobGraceMs = 24 * 3_600_000;
const sweepLock = 'mcp.literature';

/**
 * Stored answers of outside services, by organisation, and their raw answers in the blob store.
 * Values are stored as JSON and returned unchecked.
 */
export class LiteratureCache {
  readonly #database: LiteratureDatabase;
  readonly #blobs: BlobStore;

  constructor(database: LiteratureDatabase, blobs: BlobStore) {
    this.#database = database;
    this.#blobs = blobs;
  }

  async findAnswer(organisationId: string, request: object): Promise<StoredAnswer | undefined> {
    return this.#database
      .updateTable('literature_answers')
      .set({ used_at: sql`now()` })
      .where('organisation_id', '=', organisationId)
      .where('request_key', '=', keyOf(request))
      .returning(['result', 'fetched_at as fetchedAt'])
      .executeTakeFirst();
  }

  async storeAnswer(
    organisationId: string,
    request: object,
    answer: RawAnswer & { readonly service: string; readonly result: unknown },
  ): Promise<void> {
    const { sha256 } = await this.#blobs.put(Buffer.from(answer.raw));
    await this.#database
      .insertInto('literature_answers')
      .values({
        organisation_id: organisationId,
        request_key: keyOf(request),
        service: answer.service,
        result: JSON.stringify(answer.result),
        raw_sha256: sha256,
        fetched_at: answer.fetchedAt,
      })
      .onConflict((same) =>
        same.columns(['organisation_id', 'request_key']).doUpdateSet(({ ref }) => ({
          result: ref('excluded.result'),
          raw_sha256: ref('excluded.raw_sha256'),
          fetched_at: ref('excluded.fetched_at'),
          used_at: sql`now()`,
        })),
      )
      .execute();
  }

  async findRecords(
    organisationId: string,
    source: RecordSource,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, StoredRecord>> {
    if (ids.length === 0) return new Map();
    const rows = await this.#database
      .updateTable('literature_records')
      .set({ used_at: sql`now()` })
      .where('organisation_id', '=', organisationId)
      .where('source', '=', source)
      .where('record_id', '=', sql<string>`any(${ids})`)
      .returning(['record_id', 'record', 'fetched_at as fetchedAt'])
      .execute();
    return new Map(rows.map(({ record_id, ...stored }) => [record_id, stored]));
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
    await this.#database
      .insertInto('literature_records')
      .values(
        sorted.map(({ id, record }) => ({
          organisation_id: organisationId,
          source,
          record_id: id,
          record: record === null ? null : JSON.stringify(record),
          raw_sha256: sha256,
          fetched_at: fetchedAt,
          changed_at: fetchedAt,
        })),
      )
      .onConflict((same) =>
        same.columns(['organisation_id', 'source', 'record_id']).doUpdateSet(({ ref }) => ({
          record: ref('excluded.record'),
          raw_sha256: ref('excluded.raw_sha256'),
          fetched_at: ref('excluded.fetched_at'),
          used_at: sql`now()`,
          changed_at: sql`case when literature_records.record is not distinct from excluded.record
            then literature_records.changed_at else excluded.changed_at end`,
        })),
      )
      .execute();
  }

  /** Removes rows that were unused for this time, then raw answers without references. */
  async sweep(unusedMs: number): Promise<void> {
    await tryWithLock(this.#database, sweepLock, async (holder) => {
      const isUnused = sql<boolean>`used_at < now() - ${unusedMs} * interval '1 ms'`;
      await holder.deleteFrom('literature_answers').where(isUnused).execute();
      await holder.deleteFrom('literature_records').where(isUnused).execute();
      await this.#sweepBlobs();
    });
  }

  async #sweepBlobs(): Promise<void> {
    const olderThan = new Date(Date.now() - blobGraceMs);
    await this.#blobs.removeUnfinished(olderThan);
    for await (const sha256 of this.#blobs.listOlderThan(olderThan)) {
      const used = await this.#database
        .selectFrom('literature_answers')
        .select('raw_sha256')
        .where('raw_sha256', '=', sha256)
        .unionAll((records) =>
          records
            .selectFrom('literature_records')
            .select('raw_sha256')
            .where('raw_sha256', '=', sha256),
        )
        .limit(1)
        .executeTakeFirst();
      if (!used) await this.#blobs.delete(sha256);
    }
  }
}

/** Returns a key that does not depend on the order of fields. */
function keyOf(request: object): string {
  const sorted = Object.entries(request).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex');
}
