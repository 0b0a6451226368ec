import { AppError, type Warning } from '@lectern/contracts';
import type { z } from 'zod';
import type { LiteratureCache, RecordSource } from './cache/literature-cache.ts';
import { type FetchOptions, isFresh, type LiteratureCall } from './fetch-call.ts';
import type { Fetched } from './requests/outside-service.ts';
import { staleWarning } from './resolve-answer.ts';

export interface RecordsRequest<Item> {
  readonly service: string;
  readonly source: RecordSource;
  readonly ids: readonly string[];
  readonly schema: z.ZodType<Item>;
  readonly options: FetchOptions;
  readonly call: LiteratureCall;
  /** Fetches records; missing ones are absent from the map. */
  readonly fetch: (ids: readonly string[]) => Promise<FetchedRecords<Item>>;
}

export interface FetchedRecords<Item> extends Fetched<ReadonlyMap<string, Item>> {
  /** The answer contains unrequested or unreadable records, so a missing record may exist. */
  readonly isDoubtful: boolean;
}

export interface ResolvedRecords<Item> {
  readonly records: ReadonlyMap<string, Item>;
  /** Ids without a record at the service. */
  readonly notFound: readonly string[];
  /** Ids that were never fetched, with `cache_only` alone. */
  readonly notCached: readonly string[];
  readonly cacheHit: boolean;
  /** Time of the oldest fetch. */
  readonly fetchedAt: Date;
  readonly warnings: readonly Warning[];
}

interface Known<Item> {
  readonly item: Item | null;
  readonly fetchedAt: Date;
}

/**
 * Returns records by id and fetch policy. Records that cannot be fetched come from an older fetch,
 * or are named in a warning. A stored record survives an answer without it.
 * @throws AppError the service's failure if there is no record at all.
 */
export async function resolveRecords<Item>(
  cache: LiteratureCache,
  request: RecordsRequest<Item>,
): Promise<ResolvedRecords<Item>> {
  const { service, source, options, call } = request;
  const ids = [...new Set(request.ids)];
  const { fetch_policy: policy } = options;
  const stored =
    policy === 'network_only'
      ? new Map<string, Known<Item>>()
      : await findStored(cache, request, ids);
  const wanted = ids.filter((id) => {
    const known = stored.get(id);
    if (!known || policy === 'cache_only') return !known;
    // The service may have reported a missing record by mistake, so it is requested again.
    return known.item === null || !isFresh(known.fetchedAt, options);
  });
  if (policy === 'cache_only' || wanted.length === 0) {
    return toResult(ids, stored, {
      cacheHit: wanted.length < ids.length,
      notCached: wanted,
      warnings: [],
    });
  }
  try {
    const { value, raw, fetchedAt, isDoubtful } = await request.fetch(wanted);
    const absent = wanted.filter((id) => !value.has(id));
    const before = policy === 'network_only' ? await findStored(cache, request, absent) : stored;
    // A record that existed before is not considered missing because one answer lacks it.
    const unread = absent.filter((id) => isDoubtful || before.get(id)?.item);
    const fetched = new Map(
      wanted
        .filter((id) => !unread.includes(id))
        .map((id) => [id, { item: value.get(id) ?? null, fetchedAt }]),
    );
    await cache.storeRecords(call.organisationId, source, {
      raw,
      fetchedAt,
      records: [...fetched].map(([id, { item }]) => ({ id, record: item })),
    });
    const known = new Map([...stored, ...fetched]);
    const warnings = unread.length > 0 ? [unreadWarning(service, unread)] : [];
    return toResult(ids, known, { cacheHit: false, notCached: [], warnings });
  } catch (error) {
    const retryable = error instanceof AppError && error.retryable;
    if (!retryable || stored.size === 0) throw error;
    const missing = wanted.filter((id) => !stored.has(id));
    const warnings = [staleWarning(service)];
    if (missing.length > 0) {
      warnings.push({ code: 'not_fetched', message: `Not fetched: ${missing.join(', ')}.` });
    }
    return toResult(ids, stored, { cacheHit: true, notCached: [], warnings });
  }
}

/** @throws AppError `not_cached` if nothing is known of any of the records. */
export function requireSome({ records, notFound, notCached }: ResolvedRecords<unknown>): void {
  if (notCached.length === 0 || records.size + notFound.length > 0) return;
  throw new AppError('not_cached', `Never fetched: ${notCached.join(', ')}.`);
}

function unreadWarning(service: string, ids: readonly string[]): Warning {
  const message = `${service} gave no record that could be read of: ${ids.join(', ')}.`;
  return { code: 'record_unreadable', message };
}

async function findStored<Item>(
  cache: LiteratureCache,
  { source, schema, call }: RecordsRequest<Item>,
  ids: readonly string[],
): Promise<Map<string, Known<Item>>> {
  const found = await cache.findRecords(call.organisationId, source, ids);
  const known = new Map<string, Known<Item>>();
  for (const [id, { record, fetchedAt }] of found) {
    if (record === null) known.set(id, { item: null, fetchedAt });
    const item = schema.safeParse(record).data;
    if (item !== undefined) known.set(id, { item, fetchedAt });
  }
  return known;
}

function toResult<Item>(
  ids: readonly string[],
  known: ReadonlyMap<string, Known<Item>>,
  rest: Pick<ResolvedRecords<Item>, 'cacheHit' | 'notCached' | 'warnings'>,
): ResolvedRecords<Item> {
  const found = ids.flatMap((id) => {
    const item = known.get(id)?.item;
    return item === undefined || item === null ? [] : [[id, item] as const];
  });
  const times = ids.flatMap((id) => known.get(id)?.fetchedAt.getTime() ?? []);
  return {
    ...rest,
    records: new Map(found),
    notFound: ids.filter((id) => known.get(id)?.item === null),
    fetchedAt: new Date(times.length > 0 ? Math.min(...times) : Date.now()),
  };
}
