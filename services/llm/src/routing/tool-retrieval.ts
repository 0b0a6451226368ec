import type { Analyzer, Embedder } from '@lectern/retrieval';
import { withSpan } from '@lectern/service';
import type { Owner } from '../ports/owner.ts';
import type { ToolRetrieval, ToolSearch, ToolSelection } from '../ports/tool-retrieval.ts';
import { toRegisteredTools } from '../registry/tool-registry.ts';
import type { UsableServers } from '../registry/usable-servers.ts';
import { decideServer, rateEvidence } from './decide-server.ts';
import { fitTools } from './fit-tools.ts';
import type { OrganisationIndexes } from './organisation-indexes.ts';
import { maxServerScore, maxToolScore } from './rank.ts';
import type { RoutingQuery } from './routing-index.ts';
import { splitClauses } from './split-clauses.ts';

export interface ToolRetrievalOptions {
  readonly servers: UsableServers;
  readonly indexes: OrganisationIndexes;
  readonly analyzer: Analyzer;
  readonly embedder: Embedder;
}

const defaultLimit = 5;
const defaultTokenBudget = 4_000;

/** Finds servers and tools by words and by meaning. */
export function createToolRetrieval({
  servers,
  indexes,
  analyzer,
  embedder,
}: ToolRetrievalOptions): ToolRetrieval {
  const openIndex = async (owner: Owner) =>
    indexes.open(owner.organisationId, await servers.listVisible(owner));

  /** Without an embedder that answers, words alone decide. */
  const read = async (query: string, signal: AbortSignal | undefined) => {
    const parts = splitClauses(query);
    const texts = [query, ...parts];
    const options = signal ? { signal } : {};
    const vectors = await Promise.all(
      texts.map((text) => embedder.embedQuery(text, options)),
    ).catch((): Float32Array[] => {
      signal?.throwIfAborted();
      return [];
    });
    const [task, ...rest] = texts.map(
      (text, at): RoutingQuery => ({
        terms: analyzer.analyzeQuery(text),
        vector: vectors[at] ?? new Float32Array(0),
      }),
    );
    return { task: task as RoutingQuery, parts: rest };
  };

  return {
    search: (owner, { query, limit = defaultLimit, currentServer, signal }: ToolSearch) =>
      withSpan('agent route', {}, async (span) => {
        const startedAt = performance.now();
        const index = await openIndex(owner);
        const { task, parts } = await read(query, signal);
        const ranked = index.rank(task, parts);
        const allServers = order(ranked.servers).map((at) => ({
          name: index.entries[at]?.server.name ?? '',
          score: toShare(ranked.servers[at], maxServerScore),
        }));
        const bestTools = order(ranked.tools);
        const evidence =
          bestTools[0] === undefined ? 0 : rateEvidence(ranked.evidenceOf(bestTools[0]));
        const tools = bestTools.slice(0, limit).map((at) => {
          const entry = index.entries[index.serverOfTool[at] ?? 0];
          const first = index.serverOfTool.indexOf(index.serverOfTool[at] ?? 0);
          return {
            server: entry?.server.name ?? '',
            name: entry?.server.tools[at - first]?.name ?? '',
            score: toShare(ranked.tools[at], maxToolScore),
          };
        });
        const decision = decideServer(allServers, evidence, currentServer);
        span.setAttribute('lectern.routing.kind', decision.kind);
        span.setAttribute('lectern.routing.evidence', evidence);
        span.setAttribute('lectern.routing.servers', index.entries.length);
        return {
          servers: allServers.slice(0, limit),
          tools,
          decision,
          durationMs: performance.now() - startedAt,
        };
      }),

    async selectTools(
      owner,
      { server, query, tokenBudget = defaultTokenBudget, signal }: ToolSelection,
    ) {
      const index = await openIndex(owner);
      const place = index.entries.findIndex(
        (entry) => entry.server.name.toLowerCase() === server.toLowerCase(),
      );
      const entry = index.entries[place];
      if (!entry) return { tools: [], tokens: 0, omitted: 0 };
      const all = toRegisteredTools(entry.server);
      const first = index.serverOfTool.indexOf(place);
      const { task, parts } = await read(query, signal);
      const scores = index.rank(task, parts).tools.slice(first, first + all.length);
      return fitTools(
        order(scores).flatMap((at) => all[at] ?? []),
        tokenBudget,
      );
    },
  };
}

/** Places by score, best first. */
function order(scores: Float32Array): number[] {
  return [...scores.keys()].toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
}

function toShare(score: number | undefined, maxScore: number): number {
  return Math.min(1, Math.max(0, (score ?? 0) / maxScore));
}
