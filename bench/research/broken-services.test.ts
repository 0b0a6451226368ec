import { describe, expect, it } from '@jest/globals';
import type { ResearchResponse } from '@lectern/contracts';
import { query, relaxed, setUpTestSite } from './set-up-test-site.ts';

const site = await setUpTestSite();

describe('research over services that are broken or slow', () => {
  it('names what is missing when a service is down, and brings it when the run goes on', async () => {
    site.recorded.setFault('clinicaltrials', 'down');
    const broken = { query: 'Lumiravir trials and publications', ...relaxed };
    const partial = await site.ask({ ...broken, fetch_policy: 'network_only' });
    expect(partial).toMatchObject({ partial: true, missing: [{ node: 'ctgov_search' }] });
    expect(partial.answer).toContain('Missing from this answer: ClinicalTrials.gov');
    expect(partial.tables.publications.length).toBeGreaterThan(0);
    site.recorded.setFault('clinicaltrials', undefined);
    const ncbiBefore = site.recorded.requests.count('ncbi');
    const resumed = await site.call('POST', `/research/${partial.checkpoint_id}/resume`, {});
    expect(await resumed.json()).toMatchObject({
      partial: false,
      missing: [],
      checkpoint_id: partial.checkpoint_id,
      tables: {
        trials: expect.arrayContaining([expect.objectContaining({ nct_id: 'NCT99000001' })]),
      },
    });
    expect(site.recorded.requests.count('ncbi')).toBe(ncbiBefore);
  });

  it('answers in parts under a short budget, from what is stored', async () => {
    await site.ask({ query: 'Publications on lumiravir', ...relaxed });
    site.recorded.setFault('clinicaltrials', 'slow');
    const started = performance.now();
    const run = await site.ask({
      query: 'Publications on lumiravir and its trials, phase 4',
      time_budget_ms: 300,
    });
    expect(performance.now() - started).toBeLessThan(3_000);
    expect(run.missing.map(({ node }) => node)).toContain('ctgov_search');
  });

  it('shows what is stored where the budget leaves no time to ask', async () => {
    await site.ask({ query, ...relaxed });
    const run = await site.ask({ query, time_budget_ms: 100 });
    expect(run.tables.trials.length).toBeGreaterThan(0);
    expect(run.answer).toContain('NCT99000001');
  });

  it('tells what is missing in the language of the question', async () => {
    site.recorded.setFault('clinicaltrials', 'down');
    const run = await site.ask({
      query: 'Испытания lumiravir и публикации',
      ...relaxed,
      fetch_policy: 'network_only',
    });
    expect(run.missing).toMatchObject([{ node: 'ctgov_search', reason: 'service_unavailable' }]);
    expect(run.answer).toContain(
      'В этом ответе недостаёт: ClinicalTrials.gov (Служба сейчас недоступна).',
    );
    expect(run.warnings.map(({ message }) => message).join()).not.toMatch(/[a-z]{3} [a-z]{3}/);
  });

  it.each([
    ['ncbi', 'slow', 'pubmed_search', 'deadline_exceeded'],
    ['ncbi', 'refusing', 'pubmed_search', 'rate_limited'],
    ['ncbi', 'failing', 'pubmed_search', 'service_unavailable'],
    ['ncbi', 'cut', 'pubmed_search', 'upstream_failed'],
    ['clinicaltrials', 'slow', 'ctgov_search', 'deadline_exceeded'],
    ['clinicaltrials', 'refusing', 'ctgov_search', 'rate_limited'],
    ['clinicaltrials', 'page', 'ctgov_search', 'upstream_failed'],
  ] as const)(
    'answers from the rest and names what is missing when %s is %s',
    async (service, fault, node, code) => {
      await site.database.pool.query(
        "update mcp.rate_tokens set paused_until = '-infinity', free_at = least(free_at, now())",
      );
      site.recorded.setFault(service, fault);
      const run = await site.ask({ query, fetch_policy: 'network_only', time_budget_ms: 6_000 });
      expect(run).toMatchObject({ partial: true, abstained: false, missing: [{ node }] });
      // Trying again may take the node's whole time.
      expect([code, 'deadline_exceeded']).toContain(run.missing[0]?.reason);
      expect(run.trace.errors).toEqual({
        [node]: {
          code: run.missing[0]?.reason,
          at: expect.any(String),
          tries: expect.any(Number),
        },
      });
      expect(run.answer).toContain('Missing from this answer');
      const rest = service === 'ncbi' ? run.tables.trials : run.tables.publications;
      expect(rest.length).toBeGreaterThan(0);
      expect(listInvented(run)).toEqual([]);
    },
  );

  it('names PubMed, not the registry, where the publications of a study cannot be read', async () => {
    site.recorded.setFault('ncbi', 'down');
    const run = await site.ask({ query, fetch_policy: 'network_only', ...relaxed });
    expect(run.missing.map(({ node }) => node)).toEqual(['pubmed_search']);
    expect(run.tables.trials.length).toBeGreaterThan(0);
    expect(run.answer).not.toContain('ClinicalTrials.gov (');
  });

  it('names both services when neither answers, and says nothing of what it did not read', async () => {
    site.recorded.setFault('ncbi', 'down');
    site.recorded.setFault('clinicaltrials', 'down');
    const run = await site.ask({ query, ...relaxed, fetch_policy: 'network_only' });
    expect(run.missing.map(({ node }) => node).toSorted()).toEqual([
      'ctgov_search',
      'pubmed_search',
    ]);
    expect(run).toMatchObject({ partial: true, abstained: false, citations: [] });
    expect(run.answer).not.toMatch(/\d/);
  });

  it('does not repeat counts that a service made up', async () => {
    site.recorded.setFault('ncbi', 'lying');
    site.recorded.setFault('clinicaltrials', 'lying');
    const run = await site.ask({ query, ...relaxed, fetch_policy: 'network_only' });
    expect(run.warnings).toEqual(
      expect.arrayContaining([expect.objectContaining({ code: 'count_mismatch' })]),
    );
    expect(run).toMatchObject({ partial: false, missing: [] });
    expect(run.tables.publications.length).toBeGreaterThan(2);
    expect(run.answer).toContain(
      `Publications of PubMed that match and were read: ${run.tables.publications.length}.`,
    );
    expect(run.answer).not.toContain('4711');
    expect(listInvented(run)).toEqual([]);
  });

  it('says what could not be read where it would say that nothing was found', async () => {
    site.recorded.setFault('ncbi', 'withholding');
    site.recorded.setFault('clinicaltrials', 'withholding');
    const run = await site.ask({ query, ...relaxed, fetch_policy: 'network_only' });
    expect(run).toMatchObject({ partial: true, abstained: false, citations: [] });
    expect(run.missing.map(({ node, reason }) => [node, reason]).toSorted()).toEqual([
      ['ctgov_search', 'upstream_failed'],
      ['pubmed_get', 'upstream_failed'],
    ]);
    expect(run.answer).toContain('could not be read');
    expect(run.answer).not.toMatch(/was found|is no record|987654/);
  });
});

/** Identifiers in an answer that no fetched record holds. */
function listInvented({ answer, tables }: ResearchResponse): string[] {
  const known = JSON.stringify(tables);
  return (answer.match(/\bNCT\d{8}\b|\b\d{7,9}\b/g) ?? []).filter((id) => !known.includes(id));
}
