import { expect, it } from '@jest/globals';
import { createAnalyzer } from '@lectern/retrieval';
import { defaultSearchSettings } from '../search-settings.ts';
import type { SearchRun, SearchState } from '../search-state.ts';
import { wordingStage } from './wording.ts';

const analyzer = createAnalyzer();

function createState(texts: readonly string[]): SearchState {
  const ranked = texts.map((text, at) => ({
    chunk: { id: String(at), title: '', section: [], text },
  }));
  return { ranked, removed: [], warnings: [] } as unknown as SearchState;
}

function createRun(query: Partial<SearchRun['query']>, limit = 10): SearchRun {
  return {
    query: { phrases: [], excluded: [], ...query },
    request: { limit },
    options: {},
    dependencies: { analyzer, settings: defaultSearchSettings },
    signal: new AbortController().signal,
  } as unknown as SearchRun;
}

const repeat = (count: number, text: string) => Array.from({ length: count }, () => text);

it('lets others go on while it reads many passages', async () => {
  const state = createState([...repeat(150, 'A pump.'), ...repeat(50, 'A valve.')]);
  let turns = 0;
  let isDone = false;
  const countTurn = () => {
    turns += 1;
    if (!isDone) setImmediate(countTurn);
  };
  setImmediate(countTurn);
  const found = await wordingStage.run(state, createRun({ excluded: ['valves'] }));
  isDone = true;
  expect(found.ranked).toHaveLength(150);
  expect(turns).toBeGreaterThan(4);
});

it.each([
  ['an exclusion', { excluded: ['valve'] }, 'A valve.', 'A pump.'],
  ['a phrase', { phrases: ['red pump'] }, 'A pump is red.', 'A red pump.'],
])(
  'reads no more for %s than two recalls would give, past what is removed',
  async (_, query, removed, kept) => {
    const state = createState([...repeat(700, removed), ...repeat(1_000, kept)]);
    const found = await wordingStage.run(state, createRun(query));
    expect(found.ranked.map(({ chunk }) => chunk.id)).toEqual(
      Array.from({ length: 200 }, (_, at) => String(700 + at)),
    );
    expect(new Set(found.removed.map(({ id }) => id)).size).toBe(1_500);
    expect(found.warnings).toEqual([]);
  },
);

it('reads as many as are asked for', async () => {
  const state = createState(repeat(1_000, 'A pump.'));
  const found = await wordingStage.run(state, createRun({ excluded: ['valve'] }, 300));
  expect(found.ranked).toHaveLength(600);
});

it('reads on to the last where no passage holds the phrase', async () => {
  const state = createState([...repeat(500, 'A pump is red.'), 'A red pump.']);
  const found = await wordingStage.run(state, createRun({ phrases: ['red pump'] }));
  expect(found.ranked.map(({ chunk }) => chunk.id)).toEqual(['500']);
});
