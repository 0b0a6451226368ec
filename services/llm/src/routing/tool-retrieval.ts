import { withSpan } from '@lectern/service';
import {
  fitTools,
  orderTools,
  readTask,
  searchIndex,
  type TaskReader,
} from '@lectern/tool-routing';
import type { Owner } from '../ports/owner.ts';
import type { ToolRetrieval, ToolSearch, ToolSelection } from '../ports/tool-retrieval.ts';
import { toRegisteredTools } from '../registry/tool-registry.ts';
import type { UsableServers } from '../registry/usable-servers.ts';
import type { OrganisationIndexes } from './organisation-indexes.ts';

export interface ToolRetrievalOptions extends TaskReader {
  readonly servers: UsableServers;
  readonly indexes: OrganisationIndexes;
}

const defaultLimit = 5;
const defaultTokenBudget = 4_000;

/** Finds servers and tools by words and by meaning, among those that the owner may use. */
export function createToolRetrieval({
  servers,
  indexes,
  ...reader
}: ToolRetrievalOptions): ToolRetrieval {
  const openIndex = async (owner: Owner) =>
    indexes.open(owner.organisationId, await servers.listVisible(owner));

  return {
    search: (owner, { query, limit = defaultLimit, currentServer, signal }: ToolSearch) =>
      withSpan('agent route', {}, async (span) => {
        const startedAt = performance.now();
        const index = await openIndex(owner);
        const task = await readTask(reader, query, signal);
        const found = searchIndex(index, task, { limit, currentServer });
        const { decision, servers: candidates } = found;
        span.setAttributes({
          'lectern.routing.kind': decision.kind,
          'lectern.routing.reason': decision.reason,
          'lectern.routing.evidence': decision.evidence,
          'lectern.routing.servers': index.entries.length,
          'lectern.routing.candidates': candidates.map(({ name }) => name),
          'lectern.routing.scores': candidates.map(({ score }) => score),
        });
        return { ...found, durationMs: performance.now() - startedAt };
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
      const best = orderTools(index, place, await readTask(reader, query, signal));
      return fitTools(
        best.flatMap((at) => all[at] ?? []),
        tokenBudget,
      );
    },
  };
}
