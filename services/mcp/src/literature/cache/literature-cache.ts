/** Source of a stored record. */
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

/** A raw answer. */
export interface RawAnswer {
  readonly raw: string;
  readonly fetchedAt: Date;
}

/**
 * Stored answers of outside services, by organisation. Values are stored as JSON and returned
 * unchecked.
 */
export interface LiteratureCache {
  findAnswer(organisationId: string, request: object): Promise<StoredAnswer | undefined>;
  storeAnswer(
    organisationId: string,
    request: object,
    answer: RawAnswer & { readonly service: string; readonly result: unknown },
  ): Promise<void>;
  /** Returns stored records by id. */
  findRecords(
    organisationId: string,
    source: RecordSource,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, StoredRecord>>;
  storeRecords(
    organisationId: string,
    source: RecordSource,
    answer: RawAnswer & { readonly records: readonly NewRecord[] },
  ): Promise<void>;
  /** Removes rows that were unused for this time, then raw answers without references. */
  sweep(unusedMs: number): Promise<void>;
}
