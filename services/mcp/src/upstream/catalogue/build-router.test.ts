import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { createBuildRouter } from './build-router.ts';

/** The whole graph: each server is indexed on its own, then the outcomes are collected. */
const edges = [
  '__start__ index_server',
  '__start__ report_status',
  'index_server report_status',
  'report_status __end__',
];
/** The graph of one server: its catalogue is fetched, and indexed unless that failed. */
const serverEdges = [
  '__start__ fetch_descriptions',
  'fetch_descriptions index_document',
  'fetch_descriptions __end__',
  'index_document __end__',
];

/** The whole graph, and the one that runs for each server. */
async function draw(): Promise<string[]> {
  const graph = createBuildRouter({} as Parameters<typeof createBuildRouter>[0]);
  const [server] = [...graph.getSubgraphs()].map(([, subgraph]) => subgraph);
  const drawn = [graph, server].map((one) => one?.getGraphAsync({}));
  return (await Promise.all(drawn)).map((one) => one?.drawMermaid().trim() ?? '');
}

function edgesIn(drawing: string | undefined): string[] {
  const found = drawing?.matchAll(/^\s*(\w+)(?:\([^)]*\))? (?:-->|-\.->) (\w+)/gm) ?? [];
  return Array.from(found, ([, from, to]) => `${from} ${to}`).toSorted();
}

describe('the graph of the index builder', () => {
  it('has the edges that the requirements name, and no other', async () => {
    const [whole, server] = await draw();
    expect(edgesIn(whole)).toEqual(edges.toSorted());
    expect(edgesIn(server)).toEqual(serverEdges.toSorted());
  });

  it('is drawn in the documentation as it is', async () => {
    const page = readFileSync(
      new URL('../../../../../docs/guides/agent-graph.md', import.meta.url),
      'utf8',
    );
    const drawings = [...page.matchAll(/```mermaid\n([\s\S]*?)```/g)].map(([, text]) =>
      text?.trim(),
    );
    expect(drawings.slice(1)).toEqual(await draw());
  });
});
