import { IndexUnavailableError } from '../index-errors.ts';
import { listNodes } from './list-nodes.ts';
import { isCallersFault } from './weaviate-errors.ts';
import { type NodeWork, WeaviateNode } from './weaviate-node.ts';
import type { WeaviateServer } from './weaviate-options.ts';

const never = new AbortController().signal;

/**
 * The nodes of a cluster, or a single server. A search is answered by the node that receives it,
 * from its own copy, which lacks writes from while it was away. So a read asks enough nodes that
 * one of them has each acknowledged write.
 */
export class WeaviateNodes {
  readonly #nodes: readonly WeaviateNode[];
  readonly #alone: WeaviateNode | undefined;
  readonly #nodesARead: number;
  readonly replicationFactor: number | undefined;
  /** Level of writes, which a single server ignores: works without a third of the nodes, misses nothing. */
  readonly consistencyLevel = 'QUORUM';

  constructor(server: WeaviateServer) {
    this.replicationFactor = server.replicationFactor;
    this.#nodes = listNodes(server).map((node) => new WeaviateNode(node));
    this.#alone = this.#nodes.length === 1 ? this.#nodes[0] : undefined;
    this.#nodesARead = Math.floor(this.#nodes.length / 2) + 1;
  }

  /**
   * Returns the result of one node. Another node is asked if the first fails, so `work` may run
   * twice. On a single server it waits as long as the client retries.
   */
  async ask<Result>(work: NodeWork<Result>): Promise<Result> {
    if (this.#alone) return await work(await this.#alone.connect(), never, this.#alone.address);
    return await askNext(this.#inOrder().values(), work);
  }

  /** Returns results of as many nodes as together have every acknowledged write. */
  async askEnough<Result>(
    work: NodeWork<Result>,
    {
      start = 0,
      signal,
    }: { readonly start?: number; readonly signal?: AbortSignal | undefined } = {},
  ): Promise<Result[]> {
    if (this.#alone) return [await this.#alone.ask(work, signal)];
    const waiting = this.#inOrder(start).values();
    return await Promise.all(
      Array.from({ length: this.#nodesARead }, () => askNext(waiting, work, signal)),
    );
  }

  /** Returns true if as many nodes are ready as a read needs. */
  async areReady(timeoutMs: number): Promise<boolean> {
    const looks = await Promise.all(this.#nodes.map((node) => node.isReady(timeoutMs)));
    return looks.filter(Boolean).length >= this.#nodesARead;
  }

  async close(): Promise<void> {
    await Promise.all(this.#nodes.map((node) => node.close()));
  }

  /** Returns the nodes from the given one on, those that were away last. */
  #inOrder(start = 0): WeaviateNode[] {
    const from = start % this.#nodes.length;
    const turned = [...this.#nodes.slice(from), ...this.#nodes.slice(0, from)];
    for (const node of turned) node.lookAgain();
    return [
      ...turned.filter(({ isUnavailable }) => !isUnavailable),
      ...turned.filter(({ isUnavailable }) => isUnavailable),
    ];
  }
}

/** Tries the nodes that are still unused until one does the work. */
async function askNext<Result>(
  waiting: Iterator<WeaviateNode>,
  work: NodeWork<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  let failure: unknown = new IndexUnavailableError('Too few nodes of the search index answer.');
  for (let { value: node } = waiting.next(); node; { value: node } = waiting.next()) {
    try {
      return await node.ask(work, signal);
    } catch (error) {
      if (signal?.aborted || isCallersFault(error)) throw error;
      failure = error;
      await node.judge(error);
    }
  }
  throw failure;
}
