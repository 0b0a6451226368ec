import { setTimeout as delay } from 'node:timers/promises';
import { FairQueue } from '@lectern/service';
import type { LookupNode, NodeRegistry } from './node-registry.ts';

/** Limits one run to its nodes' rates and to its number of concurrent calls. */
export class RunPace {
  readonly #calls: FairQueue;
  readonly #nextAt = new Map<LookupNode, number>();
  readonly #registry: NodeRegistry;

  constructor(registry: NodeRegistry, maxRunning: number) {
    this.#registry = registry;
    const unlimited = Number.POSITIVE_INFINITY;
    this.#calls = new FairQueue({
      maxRunning,
      maxWaiting: unlimited,
      maxWaitingPerTenant: unlimited,
    });
  }

  /**
   * Runs `work` when the node's rate and the limit allow it.
   * @throws the signal's reason.
   */
  async run<Result>(
    node: LookupNode,
    signal: AbortSignal,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const now = Date.now();
    const at = Math.max(now, this.#nextAt.get(node) ?? 0);
    this.#nextAt.set(node, at + 1000 / this.#registry[node].rate_per_second);
    if (at > now) await delay(at - now, undefined, { signal });
    return this.#calls.run({ owner: 'run', signal }, work);
  }
}
