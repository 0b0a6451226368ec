/** Where a stored record comes from. */
export type RecordSource = 'pubmed' | 'pmc' | 'clinicaltrials';

export interface StoredAnswer {
  readonly result: unknown;
  readonly fetchedAt: Date;
}

export interface StoredRecord {
  /** Null where the service has no such record. */
  readonly record: unknown;
  readonly fetchedAt: Date;
}

export interface NewRecord {
  readonly id: string;
  readonly record: unknown;
}

/** An answer as it came over the wire. */
export interface RawAnswer {
  readonly raw: string;
  readonly fetchedAt: Date;
}

/**
 * What outside services answered before. Everything belongs to one organisation. Values are stored
 * as JSON and come back unchecked.
 */
export interface LiteratureCache {
  findAnswer(organisationId: string, request: object): Promise<StoredAnswer | undefined>;
  storeAnswer(
    organisationId: string,
    request: object,
    answer: RawAnswer & { readonly service: string; readonly result: unknown },
  ): Promise<void>;
  /** Stored records by id. */
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
  /** Drops what nobody used for so long, then raw answers that nothing refers to. */
  sweep(unusedMs: number): Promise<void>;
}
