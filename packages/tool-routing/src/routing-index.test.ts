import { expect, it } from '@jest/globals';
import { createAnalyzer } from '@lectern/retrieval/analysis';
import { createServerEntry, RoutingIndex } from './routing-index.ts';

const analyzer = createAnalyzer();
const halfRoot = Math.SQRT1_2;
/** By their first word. Each is as like the task as the others. */
const vectors: Readonly<Record<string, readonly number[]>> = {
  twice: [0.5, 0.5, halfRoot],
  again: [0.5, 0.5, halfRoot],
  left: [1, 0, 0],
  right: [0, 1, 0],
};
const task = { terms: [], vector: Float32Array.of(halfRoot, halfRoot, 0), unrelatedCosine: 0 };

const entryOf = (name: string, tool: string) =>
  createServerEntry(analyzer, {
    name,
    description: 'Server.',
    instructions: '',
    prompts: [],
    resources: [],
    tools: [{ name: tool, title: null, description: 'Tool.', inputSchema: {} }],
  });

it('ranks a server first whose best tool says of the task what the server does not', async () => {
  const entries = await Promise.all([entryOf('twice', 'again'), entryOf('left', 'right')]);
  const index = await RoutingIndex.create(entries, (text) =>
    Float32Array.from(vectors[text.split('.')[0] ?? ''] ?? []),
  );
  const [same, other] = index.rank(task, []).servers;
  expect(other).toBeGreaterThan((same ?? 0) + 1);
});

it('ranks by words alone what has no vector yet', async () => {
  const index = await RoutingIndex.create([await entryOf('twice', 'again')], () => undefined);
  expect([...index.rank(task, []).servers]).toEqual([0]);
});
