import { beforeAll, describe, expect, it } from '@jest/globals';
import { relaxed, setUpTestSite } from './set-up-test-site.ts';

const site = await setUpTestSite();
beforeAll(() => {
  const completed = '"overallStatus":"COMPLETED"';
  site.recorded.changeRecord(
    'NCT99000001',
    completed,
    `${completed},"completionDateStruct":{"date":"2022-09-30"}`,
  );
});

const ask = (query: string) => site.ask({ query, ...relaxed });
const answerTo = async (query: string) => (await ask(query)).answer;

describe('a question for a date of a study', () => {
  it.each([
    ['When did NCT99000001 finish?', '; completion 30 September 2022'],
    ['What is the completion date of NCT99000001?', '; completion 30 September 2022'],
    ['Когда закончилось NCT99000001?', '; завершение 30 сентября 2022 г.'],
    ['Trials of lumiravir completed in 2022', '; completion 30 September 2022'],
  ])('is answered with that date: %s', async (query, date) => {
    const run = await ask(query);
    expect(run.answer).toContain(date);
    expect(run.removed).toEqual([]);
  });

  it('says where the record has none, and tells no date that is not asked for', async () => {
    expect(await answerTo('When did NCT99000002 finish?')).toContain('completion: not known');
    expect(await answerTo('What became of NCT99000001?')).not.toContain('completion');
  });
});

it('says that no study like the named one was found', async () => {
  const none = 'No other study was found by these.';
  expect(await answerTo('studies like NCT99000001 that are recruiting')).toContain(none);
  expect(await answerTo('studies like NCT99000001 that are withdrawn')).not.toContain(none);
});

describe('a question for the newest publications', () => {
  const sortOf = async (query: string) => {
    const { trace } = await ask(query);
    return trace.tool_calls.find(({ tool }) => tool === 'pubmed_search')?.arguments.sort;
  };

  it.each([
    'newest paper on lumiravir please',
    'the latest 2 publications about lumiravir',
    'Самые новые статьи о лумиравире',
    'Последние публикации о лумиравире',
  ])('asks for them in the order of their dates: %s', async (query) => {
    expect(await sortOf(query)).toBe('date');
  });

  it.each(['Papers on lumiravir', 'Papers on the latest treatments of Marlow fever'])(
    'is not any other: %s',
    async (query) => {
      expect(await sortOf(query)).toBe('relevance');
    },
  );
});

describe('a question without a topic', () => {
  it('says that studies of any were searched for', async () => {
    const run = await ask('only the completed ones');
    expect(run.warnings.map(({ code }) => code)).toContain('no_topic');
    expect(run.answer).toContain('studies of any topic');
    expect(await answerTo('а какие из них фазы 3?')).toContain('исследования на любую тему');
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

it('says how a day in figures was read', async () => {
  expect(await answerTo('Trials of lumiravir since 03/05/2021')).toContain(
    '03/05/2021 was read as 5 March 2021.',
  );
});
