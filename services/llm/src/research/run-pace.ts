import { setTimeout as delay } from 'node:timers/promises';
import { type LookupNode, nodeRegistry } from './node-registry.ts';

/** Keeps one run to its nodes' rates and to its limit of calls at the same time. */
export class RunPace {
  readonly #limit: number;
  readonly #nextAt = new Map<LookupNode, number>();
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(maxParallel: number) {
    this.#limit = maxParallel;
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
    this.#nextAt.set(node, at + 1000 / nodeRegistry[node].ratePerSecond);
    if (at > now) await delay(at - now, undefined, { signal });
    if (this.#running >= this.#limit) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#running += 1;
    try {
      signal.throwIfAborted();
      return await work();
    } finally {
      this.#running -= 1;
      this.#waiting.shift()?.();
    }
  }
}
