import { decideServer, rateEvidence } from './decide-server.ts';
import { maxServerScore, maxToolScore } from './rank.ts';
import type { Task } from './read-task.ts';
import type { RoutedServer } from './routed-server.ts';
import type { RoutingDecision, ScoredServer, ScoredTool } from './routing-decision.ts';
import { descriptionTermsOf, type IndexedTool, type RoutingIndex } from './routing-index.ts';

export interface SearchOptions {
  /** Maximum servers, and maximum tools. */
  readonly limit: number;
  /** The current server stays unless another one is better by a margin. */
  readonly currentServer?: string | undefined;
}

export interface FoundRoutes {
  /** Best first. */
  readonly servers: readonly ScoredServer[];
  /** Best first; copies of a tool at other servers come last. */
  readonly tools: readonly ScoredTool[];
  readonly decision: RoutingDecision;
}

/** Finds servers and tools for a task and decides between the servers. */
export function searchIndex(
  index: RoutingIndex<RoutedServer>,
  { whole, parts }: Task,
  { limit, currentServer }: SearchOptions,
): FoundRoutes {
  const ranked = index.rank(whole, parts);
  const servers = order(ranked.servers).map((at) => ({
    name: index.entries[at]?.server.name ?? '',
    score: toShare(ranked.servers[at], maxServerScore),
  }));
  const bestOffers = order(ranked.tools);
  const evidence = bestOffers[0] === undefined ? 0 : rateEvidence(ranked.evidenceOf(bestOffers[0]));
  const bestTools = bestOffers.filter((at) => index.toolAt(at) !== undefined);
  const tools = putCopiesLast(bestTools, (at) => index.toolAt(at), limit).map((at) => ({
    server: index.entries[index.serverOfTool[at] ?? 0]?.server.name ?? '',
    name: index.toolAt(at)?.tool.name ?? '',
    score: toShare(ranked.tools[at], maxToolScore),
  }));
  return {
    servers: servers.slice(0, limit),
    tools,
    decision: decideServer(servers, evidence, currentServer),
  };
}

/** Returns the positions of one server's tools, best first. */
export function orderTools(
  index: RoutingIndex<RoutedServer>,
  place: number,
  { whole, parts }: Task,
): number[] {
  const first = index.serverOfTool.indexOf(place);
  if (first === -1) return [];
  const count = index.entries[place]?.server.tools.length ?? 0;
  return order(index.rank(whole, parts).tools.slice(first, first + count));
}

/** Returns positions by score, best first. */
function order(scores: Float32Array): number[] {
  return [...scores.keys()].toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
}

function toShare(score: number | undefined, maxScore: number): number {
  return Math.min(1, Math.max(0, (score ?? 0) / maxScore));
}

/** Minimum share of the shorter description's terms that the other one also contains. */
const minShared = 0.5;

/**
 * Returns the first `limit` of tools that are given best first. A tool with the same name and
 * nearly the same description as a better one is a copy, mostly of another server. Copies come
 * last, so that they displace no other tool.
 */
function putCopiesLast<Place>(
  ordered: readonly Place[],
  toolAt: (place: Place) => IndexedTool | undefined,
  limit: number,
): Place[] {
  const originals: Place[] = [];
  const copies: Place[] = [];
  const termsByName = new Map<string, ReadonlySet<string>[]>();
  for (const place of ordered) {
    if (originals.length === limit) break;
    const indexed = toolAt(place);
    if (!indexed) continue;
    const name = indexed.tool.name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
    const terms = new Set(descriptionTermsOf(indexed.document));
    const known = termsByName.get(name) ?? [];
    if (known.some((other) => isAlike(other, terms))) {
      copies.push(place);
      continue;
    }
    termsByName.set(name, [...known, terms]);
    originals.push(place);
  }
  return [...originals, ...copies].slice(0, limit);
}

/** A tool without a description resembles every tool of its name. */
function isAlike(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const shared = [...a].filter((term) => b.has(term)).length;
  return shared >= minShared * Math.min(a.size, b.size);
}
