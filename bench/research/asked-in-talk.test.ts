import { describe, expect, it } from '@jest/globals';
import { relaxed, setUpTestSite } from './set-up-test-site.ts';

const site = await setUpTestSite();
const ask = (query: string) => site.ask({ query, ...relaxed });
const answerTo = async (query: string) => (await ask(query)).answer;

it('tells the date by which trials were filtered', async () => {
  site.recorded.changeRecord(
    'NCT99000001',
    '"overallStatus":"COMPLETED"',
    '"overallStatus":"COMPLETED","completionDateStruct":{"date":"2022-09-30"}',
  );
  const run = await site.ask({
    query: 'Trials of lumiravir in 2022',
    frame_changes: { filters: { date_of: 'completion' } },
    ...relaxed,
    fetch_policy: 'network_only',
  });
  expect(run.answer).toContain('; completion 30 September 2022');
  for (const { completion_date } of run.tables.trials) expect(completion_date).toMatch(/^2022/);
});

describe('a question for the newest publications', () => {
  const sortOf = async (query: string) => {
    const { trace } = await ask(query);
    return trace.tool_calls.find(({ tool }) => tool === 'pubmed_search')?.arguments.sort;
  };

  it.each([
    'newest paper on lumiravir please',
    'the latest 2 publications about lumiravir',
    'Последние публикации о lumiravir',
  ])('asks for them in the order of their dates: %s', async (query) => {
    expect(await sortOf(query)).toBe('date');
  });

  it('is not any other', async () => {
    expect(await sortOf('Papers on lumiravir')).toBe('relevance');
  });
});

describe('a question without a topic', () => {
  it('says that studies of any were searched for', async () => {
    const run = await ask('Completed trials');
    expect(run.warnings.map(({ code }) => code)).toContain('no_topic');
    expect(run.answer).toContain('studies of any topic');
    expect(await answerTo('Исследования фазы 3')).toContain('исследования на любую тему');
  });

  it.each([
    'Completed trials of lumiravir',
    'Completed trials by Novo Nordisk',
    'Is NCT99000001 completed?',
  ])('is none with a name: %s', async (query) => {
    expect((await ask(query)).warnings.map(({ code }) => code)).not.toContain('no_topic');
  });
});

it('reads no more publications than the question asks for', async () => {
  const all = await ask('The latest publications about lumiravir');
  expect(all.tables.publications.length).toBeGreaterThan(1);
  const run = await ask('The latest 1 publications about lumiravir');
  expect(run.tables.publications).toHaveLength(1);
  expect(run.frame.filters.max_publications).toBe(1);
  const changed = await site.ask({
    query: 'The latest publications about lumiravir',
    frame_changes: { filters: { max_publications: 2 } },
    ...relaxed,
  });
  expect(changed.tables.publications).toHaveLength(2);
});

it('asks nothing for a number that no study has, and says what is wrong with it', async () => {
  const before = site.recorded.requests.count('clinicaltrials');
  const run = await ask('Who sponsors NCT9900001?');
  expect(site.recorded.requests.count('clinicaltrials')).toBe(before);
  expect(run).toMatchObject({ abstained: true, partial: false });
  expect(run.answer).toContain('"NCT9900001": no study has such a number');
  expect(run.warnings.map(({ code }) => code)).toEqual(['no_study_number']);
});
