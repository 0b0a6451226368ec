import { describe, expect, it } from '@jest/globals';
import type { ResearchSite } from './research-site.ts';
import { relaxed, setUpTestSite } from './set-up-test-site.ts';

const site = await setUpTestSite();

const idsOf = (run: Awaited<ReturnType<ResearchSite['ask']>>) =>
  run.tables.trials.map(({ nct_id }) => nct_id);

describe('a question for studies like one that it names', () => {
  it.each([
    ['Trials similar to NCT99000001', 'Marlow Fever and Lumiravir'],
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
