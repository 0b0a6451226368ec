import { describe, expect, it } from '@jest/globals';
import { query, relaxed, setUpTestSite } from './set-up-test-site.ts';

const site = await setUpTestSite();

const asked = () =>
  site.recorded.requests.count('ncbi') + site.recorded.requests.count('clinicaltrials');

describe('research', () => {
  it('joins trials with their publications and shows where they disagree', async () => {
    const run = await site.ask({ query, ...relaxed });
    expect(run).toMatchObject({ partial: false, missing: [], abstained: false, removed: [] });
    expect(run.frame.intent).toBe('trials_with_pubs');
    expect(run.trace.node_path.toSorted()).toEqual(run.frame.node_path.toSorted());
    const adults = run.tables.trials.find(({ nct_id }) => nct_id === 'NCT99000001');
    const quotes = new Map(run.citations.map(({ id, quote }) => [id, quote]));
    expect(quotes.get('clinicaltrials:NCT99000003')).toMatch(/Status: withdrawn.*No funding/);
    expect(quotes.get('pubmed:990000001')).not.toMatch(/PMID/);
    expect(adults?.publications).toMatchObject([{ pmid: '990000001', by: 'both', type: 'RESULT' }]);
    expect(run.tables.disagreements.map(({ about }) => about)).toEqual([
      'NCT99000001: participants',
    ]);
    expect(run.answer).toMatch(/NCT99000003.*withdrawn.*No funding/);
    const text = run.citations.map(({ id }) => id);
    expect(text).toEqual(
      expect.arrayContaining(['clinicaltrials:NCT99000001', 'pubmed:990000001']),
    );
  });

  it('reads the publications that the records of studies name and the search does not find', async () => {
    const [known, named] = ['"pmid":"990000001"', '"pmid":"990000006"'];
    site.recorded.changeRecord('NCT99000001', known, named);
    const fresh = { ...relaxed, fetch_policy: 'network_only' as const };
    const run = await site.ask({ query, ...fresh });
    site.recorded.changeRecord('NCT99000001', named, known);
    await site.ask({ query, ...fresh });
    expect(run).toMatchObject({ partial: false, missing: [], removed: [] });
    const linked = run.tables.publications.filter(({ registry_nct_ids }) => registry_nct_ids);
    expect(linked).toMatchObject([{ pmid: '990000006', registry_nct_ids: ['NCT99000001'] }]);
    expect(run.answer).toContain('the records of these studies name and were read: 1.');
    expect(run.trace.tool_calls.filter(({ tool }) => tool === 'pubmed_get')).toHaveLength(2);
  });

  it('finds what either of two names finds, in both services', async () => {
    const either = { interventions: ['zorvastatin OR lumiravir'], conditions: ['Marlow fever'] };
    const askFor = (entities: object) =>
      site.ask({ query: 'anything', frame: { intent: 'trials_with_pubs', entities }, ...relaxed });
    const run = await askFor(either);
    const alone = await askFor({ ...either, interventions: ['zorvastatin'] });
    expect([alone.tables.trials, alone.tables.publications]).toEqual([[], []]);
    expect(run.tables.trials.map(({ nct_id }) => nct_id)).toContain('NCT99000001');
    expect(run.tables.publications.map(({ pmid }) => pmid)).toContain('990000001');
  });

  it('leaves out records with an excluded name, in both services', async () => {
    const frame = {
      intent: 'trials_with_pubs' as const,
      entities: { interventions: ['lumiravir'], excluded: ['children'] },
    };
    const run = await site.ask({ query: 'anything', frame, ...relaxed });
    const ids = run.tables.trials.map(({ nct_id }) => nct_id);
    expect(ids).toContain('NCT99000001');
    expect(ids).not.toContain('NCT99000002');
    const pmids = run.tables.publications.map(({ pmid }) => pmid);
    expect(pmids).toContain('990000001');
    expect(pmids).not.toContain('990000002');
  });

  it('shows records with most words of the question where none has all, and says so', async () => {
    const run = await site.ask({ query: 'Quokka trials of lumiravir in Marlow fever', ...relaxed });
    expect(run.tables.trials.map(({ nct_id }) => nct_id)).toContain('NCT99000001');
    expect(run.answer).toMatch(/^In ClinicalTrials\.gov no record has all words of the question/);
    const none = await site.ask({ query: 'Quokka trials of zorvex in fever', ...relaxed });
    expect(none).toMatchObject({ abstained: true, tables: { trials: [] } });
  });

  it('finds the publications of a topic beside the one that is named', async () => {
    const run = await site.ask({
      query: 'Papers like PMID 990000003',
      frame_changes: { entities: { terms: ['lumiravir Marlow fever'] } },
      ...relaxed,
    });
    const pmids = run.tables.publications.map(({ pmid }) => pmid);
    expect(pmids).toEqual(expect.arrayContaining(['990000003', '990000001', '990000002']));
  });

  it('looks for studies with results alone where they are asked for', async () => {
    const run = await site.ask({
      query: 'Trials of lumiravir',
      frame_changes: { filters: { has_results: true } },
      ...relaxed,
    });
    const flags = run.tables.trials.map(({ has_results }) => has_results);
    expect([flags.length > 0, flags.every(Boolean)]).toEqual([true, true]);
  });

  it.each(['"', 'AND OR NOT', '("or")'])(
    'searches on without a changed name that names nothing, and says so: %s',
    async (name) => {
      const run = await site.ask({
        query: 'Trials of lumiravir',
        frame_changes: { entities: { conditions: [name] } },
        ...relaxed,
      });
      expect(run).toMatchObject({
        partial: false,
        missing: [],
        frame: { entities: { conditions: [] }, unused: [name.toLowerCase()] },
      });
      expect(run.warnings).toContainEqual({
        code: 'words_not_searched',
        message: `Not searched for: "${name.toLowerCase()}".`,
      });
      expect(run.tables.trials.length).toBeGreaterThan(0);
    },
  );

  it.each(['recent_pubs_by_topic', 'indication_phase_trials', 'trials_with_pubs'] as const)(
    'finds nothing for a name that names nothing, where it stands alone: %s',
    async (intent) => {
      const frame = { intent, entities: { conditions: ['AND OR NOT'] } };
      const run = await site.ask({ query: 'anything', frame, ...relaxed });
      expect(run).toMatchObject({ abstained: true, trace: { tool_calls: [] } });
      expect(run.answer).toContain('names nothing to search for');
    },
  );

  it('says of a retracted publication that it is', async () => {
    const run = await site.ask({ query: 'What does PMID 990000003 say?', ...relaxed });
    expect(run.answer).toContain('This publication was retracted. [1]');
    expect(run.answer).toContain('asked for by number and were read: 1.');
    expect(run.tables.publications).toMatchObject([{ retracted: true }]);
  });

  it('gives the same answer and tables to the byte from what is stored', async () => {
    await site.ask({ query, ...relaxed });
    const before = asked();
    const again = [1, 2].map(() => site.ask({ query, ...relaxed, fetch_policy: 'cache_only' }));
    const [first, second] = await Promise.all(again);
    expect(asked()).toBe(before);
    expect(JSON.stringify([second?.answer, second?.tables])).toBe(
      JSON.stringify([first?.answer, first?.tables]),
    );
    expect(first?.tables.publications.length).toBeGreaterThan(2);
  });

  it('asks for what it needs where a question names nothing', async () => {
    const run = await site.ask({ query: 'Publications?', ...relaxed });
    expect(run).toMatchObject({ abstained: true, partial: false });
    expect(run.answer).toContain('names nothing to search for');
    expect(run.answer).not.toContain('No publication was found');
  });

  it.each([
    [{ date_from: '2020', date_to: '2010' }, 'frame.filters.date_to'],
    [{ date_from: '2020-02-31' }, 'frame.filters.date_from'],
    [{ date_to: '0000' }, 'frame.filters.date_to'],
  ])('refuses a frame with dates that no record can have: %j', async (filters, field) => {
    const frame = { intent: 'recent_pubs_by_topic', filters };
    const refused = await site.call('POST', '/research', { query, frame });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ error: { details: { field } } });
  });

  it('refuses a changed date that leaves no day with the one that was read', async () => {
    const refused = await site.call('POST', '/research', {
      query: 'Phase 3 trials of lumiravir since 2020',
      frame_changes: { filters: { date_to: '2019' } },
    });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({
      error: { code: 'invalid_request', details: { field: 'frame_changes.filters.date_to' } },
    });
  });

  it('lays changes over what was read', async () => {
    const run = await site.ask({
      query: 'Trials of lumiravir in Marlow fever, phase 2',
      frame_changes: { filters: { phases: ['PHASE3'] } },
      ...relaxed,
    });
    expect(run.frame).toMatchObject({
      filters: { phases: ['PHASE3'] },
      entities: { terms: ['lumiravir Marlow fever'] },
    });
    expect(run.tables.trials.length).toBeGreaterThan(0);
    for (const { phases } of run.tables.trials) expect(phases).toContain('PHASE3');
  });

  it('searches for the Latin words of a question in Russian and names the others', async () => {
    const run = await site.ask({ query: 'Испытания lumiravir при лихорадке Марлоу', ...relaxed });
    expect(run.tables.trials.length).toBeGreaterThan(0);
    expect(run.answer).toContain('Не искались слова: «лихорадке», «Марлоу»');
    const none = await site.ask({ query: 'Завершённые испытания лумиравира', ...relaxed });
    expect(none).toMatchObject({ abstained: true, trace: { tool_calls: [] } });
  });

  it('says of numbers that a frame gives that there is no record of them', async () => {
    const run = await site.ask({
      query: 'Trials of lumiravir and their publications',
      frame_changes: { entities: { nct_ids: ['NCT99999999'], pmids: ['999999999'] } },
      ...relaxed,
    });
    expect(run.removed).toEqual([]);
    expect(run.answer).toContain('There is no record of NCT99999999');
    expect(run.answer).toContain('There is no record of PMID 999999999');
  });

  it('takes a frame in place of reading the question', async () => {
    const run = await site.ask({
      query: 'anything',
      frame: { intent: 'indication_phase_trials', entities: { nct_ids: ['NCT99000003'] } },
      ...relaxed,
    });
    expect(run.tables.trials).toMatchObject([{ nct_id: 'NCT99000003', status: 'WITHDRAWN' }]);
    expect(run.answer).toContain('asked for by number and were read: 1.');
    expect(run.answer).not.toContain('that match');
  });
});
