import { type AssistantTool, isAllowedTool } from '@lectern/contracts';
import { withSpan } from '@lectern/service';
import {
  type FittedTools,
  type FoundRoutes,
  fitTools,
  orderTools,
  readTask,
  searchIndex,
  type TaskReader,
} from '@lectern/tool-routing';
import type { Owner } from '../upstream/access.ts';
import type { RegisteredTool } from '../upstream/calls/registry-call.ts';
import { toRegisteredTools } from '../upstream/calls/tool-registry.ts';
import type { ServerDocument } from '../upstream/catalogue/mcp-catalogue.ts';
import type { UsableServers } from '../upstream/servers/usable-servers.ts';
import type { OrganisationIndexes } from './organisation-indexes.ts';

/** Tools to which a search is limited; undefined for all that the person may use. */
type AllowedTools = readonly AssistantTool[] | undefined;

export interface ToolSearch {
  /** 1 to 2,000 characters, any language. */
  readonly query: string;
  /** Maximum servers, and maximum tools. 1 to 50, default 5. */
  readonly limit?: number;
  /** The current server stays unless another one is better by a margin. */
  readonly currentServer?: string | undefined;
  readonly allowed?: AllowedTools;
  readonly signal?: AbortSignal;
}

export interface FoundTools extends FoundRoutes {
  /** Untrusted descriptions of the found servers, in their order. */
  readonly descriptions: readonly string[];
  /** The best-matching tools of each of them, best first. Untrusted. */
  readonly bestTools: readonly (readonly NamedTool[])[];
}

type NamedTool = Pick<RegisteredTool, 'name' | 'description'>;

export interface ToolSelection {
  /** Name of the server. */
  readonly server: string;
  /** The task of the tools. */
  readonly query: string;
  /** Maximum tokens of all names, descriptions and schemas together. */
  readonly tokenBudget: number;
  readonly allowed?: AllowedTools;
  readonly signal?: AbortSignal;
}

/**
 * Finds servers and tools for a task among all that a person may use. Searches a hybrid index in
 * memory with one document per server and one per tool. A server is found once its catalogue is
 * stored; a search never contacts a server.
 */
export interface ToolRetrieval {
  search(owner: Owner, search: ToolSearch): Promise<FoundTools>;
  /** Returns the tools of one server that fit the budget, best first. */
  selectTools(owner: Owner, selection: ToolSelection): Promise<FittedTools<RegisteredTool>>;
}

export interface ToolRetrievalOptions extends TaskReader {
  readonly servers: UsableServers;
  readonly indexes: OrganisationIndexes;
}

const defaultLimit = 5;
const toolsPerServer = 3;

export function createToolRetrieval({
  servers,
  indexes,
  ...reader
}: ToolRetrievalOptions): ToolRetrieval {
  const openIndex = async (owner: Owner, allowed: AllowedTools) => {
    const visible = await servers.listVisible(owner);
    const usable = visible.filter(({ name }) => isAllowedTool(allowed, name));
    return indexes.open(owner.organisationId, usable);
  };

  return {
    search: (owner, { query, limit = defaultLimit, currentServer, allowed, signal }) =>
      withSpan('agent route', {}, async (span) => {
        const index = await openIndex(owner, allowed);
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
        const places = new Map(index.entries.map(({ server }, at) => [server.name, at]));
        const placed = candidates.map(({ name }) => places.get(name) ?? -1);
        return {
          ...found,
          descriptions: placed.map((place) => describeServer(index.entries[place]?.server)),
          bestTools: placed.map((place) =>
            orderTools(index, place, task)
              .flatMap((at) => index.entries[place]?.server.tools[at] ?? [])
              .filter(({ name }) =>
                isAllowedTool(allowed, index.entries[place]?.server.name ?? '', name),
              )
              .slice(0, toolsPerServer),
          ),
        };
      }),

    async selectTools(owner, { server, query, tokenBudget, allowed, signal }) {
      const index = await openIndex(owner, allowed);
      const place = index.entries.findIndex(
        (entry) => entry.server.name.toLowerCase() === server.toLowerCase(),
      );
      const entry = index.entries[place];
      if (!entry) return { tools: [], tokens: 0, omitted: 0 };
      const all = toRegisteredTools(entry.server);
      const best = orderTools(index, place, await readTask(reader, query, signal));
      return fitTools(
        best
          .flatMap((at) => all[at] ?? [])
          .filter(({ name }) => isAllowedTool(allowed, entry.server.name, name)),
        tokenBudget,
      );
    },
  };
}

/** Returns the description of a server, or the names of its tools if it has none. */
function describeServer(server: ServerDocument | undefined): string {
  if (!server) return '';
  const { description, instructions, tools } = server;
  if (description || instructions) return description || instructions;
  return tools.length === 0 ? '' : `Tools: ${tools.map(({ name }) => name).join(', ')}.`;
}
