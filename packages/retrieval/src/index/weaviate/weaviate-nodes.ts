import { IndexUnavailableError } from '../index-errors.ts';
import { listNodes } from './list-nodes.ts';
import { isCallersFault } from './weaviate-errors.ts';
import { type NodeWork, WeaviateNode } from './weaviate-node.ts';
import type { ConsistencyLevel, WeaviateServer } from './weaviate-options.ts';

const never = new AbortController().signal;

/**
 * The nodes of a cluster, or a server alone. A search is answered by the node that is asked, from
 * its own copy, which lacks what was written while it was away. So a read asks as many nodes as it
 * takes to meet one that has each write that was acknowledged.
 */
export class WeaviateNodes {
  readonly #nodes: readonly WeaviateNode[];
  readonly #alone: WeaviateNode | undefined;
  readonly #nodesARead: number;
  readonly replicationFactor: number | undefined;
  /** Of writes; a server alone knows none. */
  readonly consistencyLevel: ConsistencyLevel;

  constructor(server: WeaviateServer) {
    this.replicationFactor = server.replicationFactor;
    this.consistencyLevel = server.consistencyLevel ?? 'QUORUM';
    this.#nodes = listNodes(server).map((node) => new WeaviateNode(node));
    this.#alone = this.#nodes.length === 1 ? this.#nodes[0] : undefined;
    this.#nodesARead = countReaders(this.#nodes.length, this.consistencyLevel);
  }

  /**
   * The result of one node; another is asked where the first cannot do it, so `work` may be done
   * twice. A server alone is waited for as long as its client tries.
   */
  async ask<Result>(work: NodeWork<Result>): Promise<Result> {
    if (this.#alone) return await work(await this.#alone.connect(), never, this.#alone.address);
    return await askNext(this.#inOrder().values(), work);
  }

  /** Results of as many nodes as hold every acknowledged write between them. */
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

  /** Whether as many nodes serve as a read needs. */
  async areReady(timeoutMs: number): Promise<boolean> {
    const looks = await Promise.all(this.#nodes.map((node) => node.isReady(timeoutMs)));
    return looks.filter(Boolean).length >= this.#nodesARead;
  }

  async close(): Promise<void> {
    await Promise.all(this.#nodes.map((node) => node.close()));
  }

  /** From the given one on, those that were away last. */
  #inOrder(start = 0): WeaviateNode[] {
    const from = start % this.#nodes.length;
    const turned = [...this.#nodes.slice(from), ...this.#nodes.slice(0, from)];
    for (const node of turned) node.lookAgain();
    return [...turned.filter(({ isAway }) => !isAway), ...turned.filter(({ isAway }) => isAway)];
  }
}

function countReaders(nodes: number, level: ConsistencyLevel): number {
  if (level === 'ONE') return 1;
  return level === 'ALL' ? nodes : Math.floor(nodes / 2) + 1;
}

/** Tries the nodes that nobody has taken yet, until one does the work. */
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
