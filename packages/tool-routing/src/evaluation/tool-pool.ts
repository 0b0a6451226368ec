import type { RoutedServer } from '../routed-server.ts';
import { orderByDigest } from './order-by-digest.ts';
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
