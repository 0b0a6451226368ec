import { createHash } from 'node:crypto';
import type { RoutedServer } from '@lectern/tool-routing';
import type { RoutingSet } from './routing-set.ts';

export function keyOfTool(server: string, tool: string): string {
  return JSON.stringify([server, tool]);
}

/** The tools of all sets, to make smaller sets of servers from. */
export class ToolPool {
  readonly #servers: readonly RoutedServer[];
  readonly #keys: readonly string[];

  constructor(sets: readonly RoutingSet[]) {
    this.#servers = sets.flatMap(({ servers }) => servers);
    const keys = this.#servers.flatMap(({ name, tools }) =>
      tools.map((tool) => keyOfTool(name, tool.name)),
    );
    this.#keys = [...new Set(keys)];
  }

  get size(): number {
    return this.#keys.length;
  }

  /** Keys of all tools: `first`, then the others shuffled. */
  order(seed: string, first: ReadonlySet<string>): string[] {
    const others = this.#keys.filter((key) => !first.has(key));
    return [...first, ...orderByDigest(others, seed, (key) => key)];
  }

  /** The servers with these tools alone. */
  take(keys: readonly string[]): RoutedServer[] {
    const wanted = new Set(keys);
    return this.#servers.map((server) => ({
      ...server,
      tools: server.tools.filter(({ name }) => wanted.has(keyOfTool(server.name, name))),
    }));
  }
}

/** Shuffles items; the order depends on their keys and the seed alone. */
export function orderByDigest<Item>(
  items: readonly Item[],
  seed: string,
  keyOf: (item: Item) => string,
): Item[] {
  const digestOf = (item: Item) =>
    createHash('sha256')
      .update(`${seed}\n${keyOf(item)}`)
      .digest('hex');
  return items
    .map((item) => ({ item, digest: digestOf(item) }))
    .toSorted((a, b) => (a.digest < b.digest ? -1 : 1))
    .map(({ item }) => item);
}
