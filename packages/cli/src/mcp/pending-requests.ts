import { setTimeout as delay } from 'node:timers/promises';
import type { JSONRPCRequest } from '@modelcontextprotocol/client';

type RequestId = JSONRPCRequest['id'];

interface Pending {
  readonly request: JSONRPCRequest;
  readonly controller: AbortController;
}

/** More requests than this at once are refused. */
const maxPending = 256;
/** Longer than a question to a model may take. */
const requestTimeoutMs = 330_000;

/** Requests of the client that have no answer yet. */
export class PendingRequests {
  readonly #pending = new Map<RequestId, Pending>();
  #onSettled: (() => void) | undefined;

  /** Aborted when nobody waits any more, or it took too long. Undefined: there are too many. */
  start(request: JSONRPCRequest): AbortSignal | undefined {
    if (this.#pending.size >= maxPending) return undefined;
    const controller = new AbortController();
    this.#pending.set(request.id, { request, controller });
    return AbortSignal.any([controller.signal, AbortSignal.timeout(requestTimeoutMs)]);
  }

  /** Gives the request, once. */
  finish(id: RequestId): JSONRPCRequest | undefined {
    const found = this.#pending.get(id);
    this.#pending.delete(id);
    if (this.#pending.size === 0) this.#onSettled?.();
    return found?.request;
  }

  /** A cancelled request gets no answer. */
  cancel(id: unknown): void {
    const found = this.#pending.get(id as RequestId);
    this.finish(id as RequestId);
    found?.controller.abort();
  }

  cancelAll(): void {
    for (const id of [...this.#pending.keys()]) this.cancel(id);
  }

  /** Ends when every request has been answered, or after `timeoutMs`. */
  async settle(timeoutMs: number): Promise<void> {
    if (this.#pending.size === 0) return;
    const timeout = new AbortController();
    const settled = new Promise<void>((resolve) => {
      this.#onSettled = resolve;
    });
    await Promise.race([
      settled,
      delay(timeoutMs, undefined, { signal: timeout.signal, ref: true }),
    ]);
    timeout.abort();
  }
}
