import type { FoundRoutes } from '@lectern/tool-routing';
import type { ExpectedTool, RoutingQuestion } from './routing-set.ts';

/** 0 to 1; null where the question is not judged by it. */
export interface Judgement {
  /** The first server is acceptable. */
  readonly serverAtOne: number | null;
  /** Share of the expected servers among the first five. */
  readonly serversAtFive: number | null;
  /** The first tool is an expected one. */
  readonly toolAtOne: number | null;
  /** Share of the expected tools among the first five. */
  readonly toolsAtFive: number | null;
}

const depth = 5;

export function judgeQuestion(
  { acceptableServers, expectedServers, expectedTools }: RoutingQuestion,
  { servers, tools }: Pick<FoundRoutes, 'servers' | 'tools'>,
): Judgement {
  const names = servers.slice(0, depth).map(({ name }) => name);
  const firstTools = tools.slice(0, depth);
  const isTool = (tool: FoundRoutes['tools'][number], { name, servers: right }: ExpectedTool) =>
    tool.name === name && right.includes(tool.server);
  const [firstTool] = firstTools;
  const hasFirst = expectedTools.some((expected) => firstTool && isTool(firstTool, expected));
  return {
    serverAtOne:
      acceptableServers.length > 0 ? Number(acceptableServers.includes(names[0] ?? '')) : null,
    serversAtFive: shareOf(expectedServers, (name) => names.includes(name)),
    toolAtOne: expectedTools.length > 0 ? Number(hasFirst) : null,
    toolsAtFive: shareOf(expectedTools, (expected) =>
      firstTools.some((tool) => isTool(tool, expected)),
    ),
  };
}

function shareOf<Item>(items: readonly Item[], isFound: (item: Item) => boolean): number | null {
  return items.length > 0 ? items.filter(isFound).length / items.length : null;
}
