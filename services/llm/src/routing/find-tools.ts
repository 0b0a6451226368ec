import type { FoundMcpTools } from '@lectern/contracts';
import { fitTools } from '@lectern/tool-routing';
import type { Owner } from '../ports/owner.ts';
import type { ToolRegistry } from '../ports/tool-registry.ts';
import type { ToolRetrieval } from '../ports/tool-retrieval.ts';

/** Most tokens of all tools that one search gives. */
const tokenBudget = 4_000;

export interface WantedTools {
  readonly task: string;
  readonly limit: number;
  readonly signal: AbortSignal;
}

/** The tools that fit a task best, with what a model needs to call them. */
export async function findTools(
  { tools, retrieval }: { readonly tools: ToolRegistry; readonly retrieval: ToolRetrieval },
  owner: Owner,
  { task, limit, signal }: WantedTools,
): Promise<FoundMcpTools> {
  const found = await retrieval.search(owner, { query: task, limit, signal });
  const servers = [...new Set(found.tools.map(({ server }) => server))];
  const listed = await Promise.all(servers.map((server) => tools.listTools(owner, server)));
  const known = new Map(listed.flat().map((tool) => [keyOf(tool), tool]));
  const scores = new Map(found.tools.map((tool) => [keyOf(tool), tool.score]));
  const best = found.tools.flatMap((tool) => known.get(keyOf(tool)) ?? []);
  const { server, kind, reason } = found.decision;
  return {
    tools: fitTools(best, tokenBudget).tools.map((tool) => ({
      server: tool.server,
      name: tool.name,
      title: tool.title,
      description: tool.description,
      input_schema: { ...tool.inputSchema },
      score: scores.get(keyOf(tool)) ?? 0,
      read_only: tool.readOnly,
    })),
    decision: { server, kind, reason },
  };
}

function keyOf({ server, name }: { readonly server: string; readonly name: string }): string {
  return JSON.stringify([server, name]);
}
