import type { Fetched, OutsideCall } from './outside-service.ts';
import { SharedWork } from './shared-work.ts';

interface Batch<Items> {
  readonly key: string;
  readonly ids: Set<string>;
  readonly work: SharedWork<Fetched<Items>>;
  isOpen: boolean;
}

/** Maximum ids of one request. */
const maxIds = 200;

/**
 * Joins waiting requests for records, so that many callers of one organisation cost one request.
 * Each gets the records of all.
 */
export class JoinedRecords<Items> {
  readonly #batches = new Set<Batch<Items>>();
  readonly #fetch: (takeIds: () => readonly string[], call: OutsideCall) => Promise<Fetched<Items>>;

  /** @param takeIds Called when the request is sent: nobody joins from then on. */
  constructor(
    fetch: (takeIds: () => readonly string[], call: OutsideCall) => Promise<Fetched<Items>>,
  ) {
    this.#fetch = fetch;
  }

  /** @throws the signal's reason. */
  fetch(ids: readonly string[], call: OutsideCall): Promise<Fetched<Items>> {
    const { signal, ...rest } = call;
    const key = JSON.stringify(rest);
    const batch = this.#find(key, ids) ?? this.#begin(key, call);
    if (batch.isOpen) for (const id of ids) batch.ids.add(id);
    return batch.work.join(signal);
  }

  /** Finds a batch that is not sent yet or already contains these records. */
  #find(key: string, ids: readonly string[]): Batch<Items> | undefined {
    return [...this.#batches].find((batch) => {
      if (batch.key !== key || batch.work.isStopped) return false;
      const added = ids.filter((id) => !batch.ids.has(id)).length;
      return added === 0 || (batch.isOpen && batch.ids.size + added <= maxIds);
    });
  }

  #begin(key: string, call: OutsideCall): Batch<Items> {
    const ids = new Set<string>();
    const takeIds = () => {
      batch.isOpen = false;
      return [...ids];
    };
    const work = new SharedWork((signal) => this.#fetch(takeIds, { ...call, signal }));
    const batch: Batch<Items> = { key, ids, work, isOpen: true };
    this.#batches.add(batch);
    work.onEnd(() => this.#batches.delete(batch));
    return batch;
  }
}
