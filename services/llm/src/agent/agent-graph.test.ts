import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { agentPrompts } from '@lectern/answering/prompts';
import { createAnalyzer } from '@lectern/retrieval/analysis';
import { FakeTools } from '../../test/fake-tools.ts';
import { createAgentGraph } from './agent-graph.ts';

/** The edges of the graph as its requirements name them. */
const edges = [
  '__start__ decide_subgraph',
  'decide_subgraph generate_routing_query',
  'decide_subgraph mcp_orchestrator',
  'generate_routing_query retrieve',
  'retrieve route',
  'route decide_mcp_or_not',
  'decide_mcp_or_not mcp_orchestrator',
  'decide_mcp_or_not __end__',
  'mcp_orchestrator route_tools',
  'route_tools mcp_tool_call',
  'mcp_tool_call route_tools',
  'route_tools generate_routing_query',
  'route_tools __end__',
];

async function draw(): Promise<string> {
  const tools = new FakeTools({ tools: [] });
  const graph = createAgentGraph(
    {
      settings: {
        ...agentPrompts,
        search_kwargs: { limit: 5 },
      },
      search: {
        server: 'documents',
        tool: { name: 'retrieve_context', description: '', parameters: {} },
        argumentsOf: () => ({}),
        retrieve: async () => ({ passages: [], articles: 0, evidence: 0, warnings: [], bytes: 0 }),
      },
      ...tools,
      analyzer: createAnalyzer(),
    },
    undefined,
  );
  return (await graph.getGraphAsync()).drawMermaid();
}

describe('the graph of the agent', () => {
  it('has the edges that the requirements name, and no other', async () => {
    const drawn = Array.from(
      (await draw()).matchAll(/^\s*(\w+)(?:\([^)]*\))? (?:-->|-\.->) (\w+)/gm),
      ([, from, to]) => `${from} ${to}`,
    );
    expect(drawn.toSorted()).toEqual(edges.toSorted());
  });

  it('is drawn in the documentation as it is', async () => {
    const page = readFileSync(
      new URL('../../../../docs/guides/agent-graph.md', import.meta.url),
      'utf8',
    );
    const [, drawing] = /```mermaid\n([\s\S]*?)```/.exec(page) ?? [];
    expect(drawing?.trim()).toBe((await draw()).trim());
  });
});
