import { describe, expect, it } from '@jest/globals';
import { setUpTestSite } from './set-up-test-site.ts';

const site = await setUpTestSite();

const ask = (query: string) => site.ask({ query, time_budget_ms: 60_000 });
const nctIdsOf = ({ tables }: Awaited<ReturnType<typeof ask>>) =>
  tables.trials.map(({ nct_id }) => nct_id);

describe('a record that a question names', () => {
  it('is read beside the studies of the topic that a caller adds', async () => {
    const run = await site.ask({
      query: 'NCT99000003, and other trials',
      frame_changes: { entities: { interventions: ['lumiravir'] } },
      time_budget_ms: 60_000,
    });
    expect(nctIdsOf(run)[0]).toBe('NCT99000003');
    expect(nctIdsOf(run)).toContain('NCT99000001');
    expect(new Set(nctIdsOf(run)).size).toBe(nctIdsOf(run).length);
    expect(run.answer).toMatch(/asked for by number and were read: 1\..*\n.*that match and were/s);
    expect(run.removed).toEqual([]);
  });

  it('is told by its fields, with those that it lacks', async () => {
    const run = await ask('What is the primary outcome of NCT99000001, and who may take part?');
    expect(nctIdsOf(run)).toEqual(['NCT99000001']);
    expect(run.answer).toContain('primary outcome: Time to recovery (28 days) [1]');
    expect(run.answer).toContain('first posted: 15 March 2021 [1]');
    expect(run.answer).toContain(
      'Not in the record: secondary outcomes, eligibility, arms, locations, design, completion.',
    );
    const russian = await ask('Когда закончилось NCT99000001?');
    expect(russian.answer).toContain('первичное завершение: октябрь 2022');
    const publication = await ask('Who wrote PMID 990000001, and where?');
    expect(publication.answer).toContain('authors: Ørsted Å, Müller JK, LUMI Study Group [1]');
    expect(publication.answer).toContain('journal: Journal of Imagined Medicine');
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
