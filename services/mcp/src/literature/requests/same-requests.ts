import type { OutsideCall } from './outside-service.ts';
import { SharedWork } from './shared-work.ts';

/** Shares one request between concurrent callers of an organisation that ask for the same. */
export class SameRequests<Result> {
  readonly #running = new Map<string, SharedWork<Result>>();

  /** @throws the signal's reason. */
  ask(
    request: object,
    call: OutsideCall,
    work: (call: OutsideCall) => Promise<Result>,
  ): Promise<Result> {
    const { signal, ...rest } = call;
    const key = JSON.stringify([request, rest]);
    let shared = this.#running.get(key);
    if (!shared || shared.isStopped) {
      const begun = new SharedWork((stopped) => work({ ...call, signal: stopped }));
      this.#running.set(key, begun);
      begun.onEnd(() => {
        if (this.#running.get(key) === begun) this.#running.delete(key);
      });
      shared = begun;
    }
    return shared.join(signal);
  }
}
