import { describe, expect, it } from '@jest/globals';
import { setUpTestSite } from './set-up-test-site.ts';

const site = await setUpTestSite();

const ask = (query: string) => site.ask({ query, time_budget_ms: 60_000 });
const nctIdsOf = ({ tables }: Awaited<ReturnType<typeof ask>>) =>
  tables.trials.map(({ nct_id }) => nct_id);

describe('studies', () => {
  it.each([
    ['largest', [1500, 418, 96, 0]],
    ['smallest', [0, 96, 418, 1500]],
  ])('come in the order that is asked for: %s', async (order, sizes) => {
    const run = await ask(`The ${order} trials in Marlow fever`);
    expect(run.tables.trials.map(({ enrollment }) => enrollment)).toEqual(sizes);
    expect(run.answer).toMatch(/with the (?:most|fewest) participants come first\.\n- NCT/);
    expect(run).toMatchObject({ removed: [], warnings: [] });
  });

  it('are as many as are asked for, and the service counts the others', async () => {
    const run = await ask('last 2 trials in Marlow fever');
    expect(nctIdsOf(run)).toEqual(['NCT99000004', 'NCT99000003']);
    expect(run.answer).toContain(
      'were read: 2. The service counts 4 in all. The ones that started last come first.',
    );
    expect(run.removed).toEqual([]);
    const russian = await ask('два самых ранних исследования lumiravir');
    expect(nctIdsOf(russian)).toEqual(['NCT99000001', 'NCT99000002']);
    expect(russian.answer).toContain('Сначала начатые раньше других.');
  });

  it('come in an order that is given in place of what was read', async () => {
    const run = await site.ask({
      query: 'Trials in Marlow fever',
      frame_changes: { filters: { trial_order: 'newest', max_trials: 1 } },
      time_budget_ms: 60_000,
    });
    expect(nctIdsOf(run)).toEqual(['NCT99000004']);
  });
});

describe('the number of participants', () => {
  it.each([
    [{ min_enrollment: 101 }, [418, 1500]],
    [{ max_enrollment: 96 }, [0, 96]],
    [{ min_enrollment: 96, max_enrollment: 418 }, [96, 418]],
    [{ min_enrollment: 2001 }, []],
  ])('leaves other studies out: %j', async (filters, sizes) => {
    const run = await site.ask({
      query: 'Trials in Marlow fever',
      frame_changes: { filters },
      time_budget_ms: 60_000,
    });
    const counts = run.tables.trials.map(({ enrollment }) => enrollment ?? -1);
    expect(counts.toSorted((a, b) => a - b)).toEqual(sizes);
    expect(run).toMatchObject({ removed: [], warnings: [], abstained: sizes.length === 0 });
  });

  it('may be changed, and be no span that ends before it begins', async () => {
    const changed = await site.ask({
      query: 'Trials in Marlow fever',
      frame_changes: { filters: { min_enrollment: null, max_enrollment: 100 } },
      time_budget_ms: 60_000,
    });
    expect(changed.tables.trials.map(({ enrollment }) => enrollment).toSorted()).toEqual([0, 96]);
    const wrong = await site.call('POST', '/research', {
      query: 'Trials in Marlow fever',
      frame_changes: { filters: { min_enrollment: 10, max_enrollment: 9 } },
    });
    expect([wrong.status, await wrong.text()]).toEqual([
      400,
      expect.stringContaining('max_enrollment'),
    ]);
  });
});

describe('a study whose record names a publication that names no study', () => {
  it('is found by the number of the publication', async () => {
    site.recorded.changeRecord('990000001', 'NCT99000001', 'one study');
    const run = await site.ask({
      query: 'Is PMID 990000001 about a completed trial?',
      fetch_policy: 'network_only',
      time_budget_ms: 60_000,
    });
    expect(run.tables.publications.map(({ nct_ids }) => nct_ids)).toEqual([[]]);
    expect(nctIdsOf(run)).toEqual(['NCT99000001']);
    expect(run.answer).toContain('linked with these publications and were read: 1.');
    expect(run.answer).toContain('publications: PMID 990000001');
    expect(run).toMatchObject({ removed: [], missing: [] });
  });

  it('is not told of a publication on which it only builds', async () => {
    site.recorded.changeRecord('NCT99000001', 'RESULT', 'BACKGROUND');
    const run = await site.ask({
      query: 'Which trial does PMID 990000001 report?',
      fetch_policy: 'network_only',
      time_budget_ms: 60_000,
    });
    expect(nctIdsOf(run)).toEqual([]);
    expect(run.answer).toContain('and no study there names them as its own');
  });
});
