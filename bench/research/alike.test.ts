import { describe, expect, it } from '@jest/globals';
import type { ResearchSite } from './research-site.ts';
import { relaxed, setUpTestSite } from './set-up-test-site.ts';

const site = await setUpTestSite();

const idsOf = (run: Awaited<ReturnType<ResearchSite['ask']>>) =>
  run.tables.trials.map(({ nct_id }) => nct_id);

describe('a question for studies like one that it names', () => {
  it.each([
    ['Trials similar to NCT99000001', 'Marlow Fever and Lumiravir'],
    ['NCT99000001 and similar trials', 'Marlow Fever and Lumiravir'],
    ['Исследования, похожие на NCT99000001', 'Marlow Fever и Lumiravir'],
  ])('finds those of its conditions and interventions, and says so: %s', async (query, names) => {
    const run = await site.ask({ query, ...relaxed });
    expect(run.frame.entities).toMatchObject({ similar_to: ['NCT99000001'], terms: [] });
    expect(idsOf(run)).toEqual(['NCT99000001', 'NCT99000002', 'NCT99000003']);
    expect(run.answer).toContain(names);
    expect(run).toMatchObject({ partial: false, missing: [] });
    const stored = await site.ask({ query, ...relaxed, fetch_policy: 'cache_only' });
    expect([stored.answer, stored.tables]).toEqual([run.answer, run.tables]);
  });

  it('keeps to what the question asks itself', async () => {
    const run = await site.ask({ query: 'Withdrawn trials similar to NCT99000001', ...relaxed });
    expect(idsOf(run)).toEqual(['NCT99000001', 'NCT99000003']);
  });

  it('says that likeness of publications is not looked for', async () => {
    const run = await site.ask({ query: 'Papers similar to PMID 990000001', ...relaxed });
    expect(run.tables.publications.map(({ pmid }) => pmid)).toEqual(['990000001']);
    expect(run.answer).toContain('Records like those that are named were not searched for');
    const both = await site.ask({
      query: 'papers similar to PMID 990000001 and trials like NCT99000002',
      ...relaxed,
    });
    expect(both.frame.entities.similar_to).toEqual(['NCT99000002']);
    expect(both.answer).toContain('Records like those that are named were not searched for');
  });

  it('searches for nothing where there is no record of it, and says what is missing where it cannot be read', async () => {
    const before = site.recorded.requests.count('clinicaltrials');
    const none = await site.ask({ query: 'Trials similar to NCT99999999', ...relaxed });
    expect(idsOf(none)).toEqual([]);
    expect(none.answer).toContain('There is no record of NCT99999999.');
    expect(site.recorded.requests.count('clinicaltrials')).toBe(before + 1);
    site.recorded.setFault('clinicaltrials', 'down');
    const cut = await site.ask({ query: 'Trials similar to NCT99000004', ...relaxed });
    expect(cut.missing.map(({ node }) => node)).toEqual(['ctgov_search']);
  });
});
