import { untilAborted } from '../until-aborted.ts';
import type { WeaviateAddress } from './list-nodes.ts';
import { ServerAwayError, ServerWatch } from './server-watch.ts';
import { ApiKey, connectToCustom, type WeaviateClient } from './weaviate-client.ts';
import type { WeaviateServer } from './weaviate-options.ts';

const minMsBetweenLooks = 1_000;
const timeoutsSeconds = { init: 10, query: 30, insert: 60 };

/** Work for one node; it is abandoned when `signal` aborts. */
export type NodeWork<Result> = (
  client: WeaviateClient,
  signal: AbortSignal,
  address: WeaviateAddress,
) => Promise<Result>;

/** One node and its last known availability. */
export class WeaviateNode {
  readonly address: WeaviateAddress;
  readonly #watch: ServerWatch;
  #client: Promise<WeaviateClient> | undefined;
  #isUnavailable = false;
  #lookedAt = 0;

  constructor(address: WeaviateAddress) {
    this.address = address;
    this.#watch = new ServerWatch(address);
  }

  get isUnavailable(): boolean {
    return this.#isUnavailable;
  }

  connect(): Promise<WeaviateClient> {
    if (this.#client) return this.#client;
    const connecting = connectToWeaviate(this.address);
    this.#client = connecting;
    connecting.catch(() => {
      if (this.#client === connecting) this.#client = undefined;
    });
    return connecting;
  }

  /** Runs work on the node; fails soon where it is away. */
  async ask<Result>(work: NodeWork<Result>, caller?: AbortSignal): Promise<Result> {
    const result = await this.#watch.giveUpWhenAway(
      (signal) =>
        untilAborted(
          this.connect().then((client) => work(client, signal, this.address)),
          signal,
        ),
      caller,
    );
    this.#isUnavailable = false;
    return result;
  }

  /**
   * Handles a failure: a node that is away is disconnected, with all that its client still tries.
   */
  async judge(failure: unknown): Promise<void> {
    if (!(failure instanceof ServerAwayError) && (await this.#watch.isServerReady())) return;
    this.#isUnavailable = true;
    await this.close();
  }

  /** Checks in the background whether a node that was away is back. */
  lookAgain(): void {
    if (!this.#isUnavailable || Date.now() - this.#lookedAt < minMsBetweenLooks) return;
    this.#lookedAt = Date.now();
    void this.#watch.isServerReady().then((isReady) => {
      if (isReady) this.#isUnavailable = false;
    });
  }

  isReady(timeoutMs: number): Promise<boolean> {
    return this.#watch.isServerReady(timeoutMs);
  }

  async close(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    await client?.then(
      (open) => open.close(),
      () => {},
    );
  }
}

function connectToWeaviate({ url, grpcUrl, apiKey }: WeaviateServer): Promise<WeaviateClient> {
  const http = new URL(url);
  const grpc = new URL(grpcUrl);
  return connectToCustom({
    httpHost: http.hostname,
    httpPort: portOf(http),
    httpSecure: http.protocol === 'https:',
    ...(http.pathname !== '/' && { httpPath: http.pathname }),
    grpcHost: grpc.hostname,
    grpcPort: portOf(grpc),
    grpcSecure: grpc.protocol === 'https:',
    timeout: timeoutsSeconds,
    ...(apiKey && { authCredentials: new ApiKey(apiKey) }),
  });
}

function portOf({ port, protocol }: URL): number {
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
}
