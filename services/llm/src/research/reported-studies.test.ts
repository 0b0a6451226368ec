import { describe, expect, it } from '@jest/globals';
import { openResearcher } from '../../test/open-researcher.ts';
import { answered, publication, trial } from '../../test/research-records.ts';
import type { ResearcherOptions } from './runs/run-research.ts';

/** Settings of a call, which say nothing of what is searched for. */
const pace = new Set([
  'backoff',
  'cache_lifetime_s',
  'fetch_policy',
  'limit',
  'max_attempts',
  'timeout_ms',
]);

function withoutPace(args: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(args).filter(([name]) => !pace.has(name)));
}

/** One publication, its study, and a registry that would find a study for any search. */
function openWith({ nct_ids }: { readonly nct_ids: readonly string[] }) {
  const searches: Record<string, unknown>[] = [];
  const record = { ...publication, nct_ids: [...nct_ids] };
  const callTool: ResearcherOptions['callTool'] = async (name, args) => {
    if (name === 'clinicaltrials_search') searches.push(withoutPace(args));
    const { pmids = [], nct_ids: asked = [] } = args as Record<string, string[]>;
    const isKnown = pmids.includes(record.pmid);
    const structuredContent =
      name === 'pubmed_get'
        ? {
            ...answered,
            publications: isKnown ? [record] : [],
            not_found: pmids.filter((pmid) => pmid !== record.pmid),
            rows: isKnown ? 1 : 0,
          }
        : name === 'clinicaltrials_get'
          ? { ...answered, trials: asked.map(() => trial), not_found: [], rows: asked.length }
          : { ...answered, trials: [{ ...trial, nct_id: 'NCT99000002' }], total: 9, rows: 1 };
    return { content: [], structuredContent };
  };
  return { searches, ...openResearcher([], { toolChoices: [], callTool }) };
}

describe('the studies of a publication that is named', () => {
  it('are those of its record, and none that a filter alone finds', async () => {
    const { ask, searches } = openWith({ nct_ids: [trial.nct_id] });
    const { tables, answer } = await ask(20_000, 'Is PMID 990000001 about a recruiting trial?');
    expect(tables.trials.map(({ nct_id }) => nct_id)).toEqual([trial.nct_id]);
    expect(answer).toContain(
      'Studies of ClinicalTrials.gov that are linked with these publications and were read: 1.',
    );
    expect(answer).not.toContain('that match');
    expect(searches).toEqual([{ reference_pmids: ['990000001'] }]);
  });

  it.each(['Is PMID 990000001 about a completed phase 3 trial?', 'Trials of PMID 990000001'])(
    'are told to be none where its record names none: %s',
    async (query) => {
      const { ask, searches } = openWith({ nct_ids: [] });
      const { tables, answer, missing } = await ask(20_000, query);
      expect([tables.trials, missing]).toEqual([[], []]);
      expect(answer).toContain(
        'The records of these publications name no study of ClinicalTrials.gov, and no study there names them as its own.',
      );
      expect(searches).toEqual([{ reference_pmids: ['990000001'] }]);
    },
  );

  it('are none where there is no such publication, which is told once', async () => {
    const { ask, searches } = openWith({ nct_ids: [trial.nct_id] });
    const { tables, answer } = await ask(20_000, 'Is PMID 990000002 about a recruiting trial?');
    expect([tables.trials, tables.publications]).toEqual([[], []]);
    expect(answer.match(/There is no record of PMID 990000002\./g)).toHaveLength(1);
    expect(searches).toEqual([{ reference_pmids: ['990000002'] }]);
  });
});
