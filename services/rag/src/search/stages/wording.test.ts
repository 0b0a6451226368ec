import { expect, it } from '@jest/globals';
import { createAnalyzer } from '@lectern/retrieval';
import type { SearchRun, SearchState } from '../search-state.ts';
import { wordingStage } from './wording.ts';

it('lets others go on while it reads many passages', async () => {
  const ranked = Array.from({ length: 200 }, (_, at) => ({
    chunk: { id: String(at), title: '', section: [], text: at < 150 ? 'A pump.' : 'A valve.' },
  }));
  const state = { ranked, removed: [], warnings: [] } as unknown as SearchState;
  const run = {
    query: { phrases: [], excluded: ['valves'] },
    dependencies: { analyzer: createAnalyzer() },
    signal: new AbortController().signal,
  } as unknown as SearchRun;
  let turns = 0;
  let isDone = false;
  const countTurn = () => {
    turns += 1;
    if (!isDone) setImmediate(countTurn);
  };
  setImmediate(countTurn);
  const found = await wordingStage.run(state, run);
  isDone = true;
  expect(found.ranked).toHaveLength(150);
  expect(turns).toBeGreaterThan(4);
});
