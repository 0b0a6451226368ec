import { describe, expect, it } from '@jest/globals';
import { setUpTestSite } from './set-up-test-site.ts';

const site = await setUpTestSite();

const ask = (query: string) => site.ask({ query, time_budget_ms: 60_000 });
const pmidsOf = ({ tables }: Awaited<ReturnType<typeof ask>>) =>
  tables.publications.map(({ pmid }) => pmid);
const nctIdsOf = ({ tables }: Awaited<ReturnType<typeof ask>>) =>
  tables.trials.map(({ nct_id }) => nct_id);

describe('a question', () => {
  it('for studies of a kind of date is asked of the registry by that date', async () => {
    const run = await ask('Trials of lumiravir completed in 2022');
    const search = run.trace.tool_calls.find(({ tool }) => tool === 'clinicaltrials_search');
    expect(search?.arguments).toMatchObject({ date_of: 'completion', start_from: '2022-01-01' });
    for (const { completion_date } of run.tables.trials) expect(completion_date).toMatch(/^2022/);
  });

  it('for the own documents and for trials says that the registry was not searched', async () => {
    const run = await ask('Compare our protocol for lumiravir with registered trials');
    expect(run.frame.intent).toBe('hybrid_search');
    expect(run.warnings.map(({ code }) => code)).toContain('trials_not_searched');
    expect(run.answer).toContain('ClinicalTrials.gov was not searched');
    const own = await ask('What does our trial protocol say about lumiravir?');
    expect(own.answer).not.toContain('was not searched');
  });
});

describe('a record that a question names', () => {
  it('is read first, and the publications of the topic beside it are found', async () => {
    const run = await ask('Is lumiravir safe in Marlow fever? See PMID 990000003.');
    expect(pmidsOf(run)[0]).toBe('990000003');
    expect(pmidsOf(run)).toEqual(expect.arrayContaining(['990000001', '990000002']));
    expect(run.answer).toContain('asked for by number and were read: 1.');
    expect(run.answer).toMatch(/Publications of PubMed that match and were read: [1-9]/);
    expect(run).toMatchObject({ removed: [], partial: false });
  });

  it('is read beside the studies that are like it', async () => {
    const run = await ask('trials similar to NCT99000003 with lumiravir');
    expect(nctIdsOf(run)[0]).toBe('NCT99000003');
    expect(nctIdsOf(run)).toContain('NCT99000001');
    expect(new Set(nctIdsOf(run)).size).toBe(nctIdsOf(run).length);
    expect(run.answer).toMatch(/asked for by number and were read: 1\..*\n.*that match and were/s);
    expect(run.removed).toEqual([]);
  });

  it('says by itself whether it has what is asked of it', async () => {
    const run = await ask('Is NCT99000001 a phase 2 trial that started in 2019, recruiting?');
    expect(nctIdsOf(run)).toEqual(['NCT99000001']);
    expect(run.answer).toContain(
      'Asked of NCT99000001, by its record: Phase 2: no (Phase 3); recruiting: no (completed); start from 1 January 2019 until 31 December 2019: no (3 May 2021).',
    );
    const russian = await ask('NCT99000001 — это завершённое исследование фазы 3?');
    expect(russian.answer).toContain('Фаза 3: да'.toLowerCase());
  });

  it('says when it was posted, and its results', async () => {
    const posted = await ask('Was NCT99000001 first posted in 2021?');
    expect(posted.answer).toContain(
      'first posted from 1 January 2021 until 31 December 2021: yes (15 March 2021)',
    );
    const results = await ask('Is NCT99000001 a trial with results posted in 2022?');
    expect(results.answer).toContain('until 31 December 2022: no (2 November 2023)');
    const none = await ask('Is NCT99000004 a trial with results posted in 2022?');
    expect(none.answer).toContain('until 31 December 2022: no (no posted results)');
  });

  it('is shown where nothing is found beside it', async () => {
    const run = await ask('PMID 990000003 and reviews of lumiravir published in 2001');
    expect(pmidsOf(run)).toEqual(['990000003']);
    expect(run.answer).toContain(
      'Asked of PMID 990000003, by its record: published from 1 January 2001 until 31 December 2001: no',
    );
  });

  it.each(['NCT 99999999', 'nct-99999999'])(
    'is told of a study written %s that there is none',
    async (id) => {
      const none = await site.ask({
        query: `What does ${id} say about remdesivir?`,
        time_budget_ms: 20_000,
      });
      expect(none.answer).toContain('There is no record of NCT99999999.');
      expect(none.removed).toEqual([]);
    },
  );
});
