import { describe, expect, it } from '@jest/globals';
import { noDelays } from '@lectern/recorded-literature';
import { setUpLiterature } from '../../test/set-up-literature.ts';
import { callTool } from '../../test/start-literature.ts';

const { site, mcp } = await setUpLiterature();

const { ncbi, trials } = {
  ncbi: () => site.recorded.requests.count('ncbi'),
  trials: () => site.recorded.requests.count('clinicaltrials'),
};
const misspelt = { query: '(lumiravr) AND (Marlow fevver)' };
const corrections = [
  { written: 'lumiravr', searched: 'lumiravir' },
  { written: 'fevver', searched: 'fever' },
];
const told = {
  code: 'searched_instead',
  message: 'Searched for "lumiravir" instead of "lumiravr", "fever" instead of "fevver".',
};

describe('a search for misspelt words', () => {
  it('finds publications by the spelling of NCBI, and names what was searched for instead', async () => {
    const before = ncbi();
    const found = await callTool(mcp, 'pubmed_search', { ...misspelt, include_summaries: false });
    const right = await callTool(mcp, 'pubmed_search', {
      query: '(lumiravir) AND (Marlow fever)',
      include_summaries: false,
    });
    expect(found.pmids).toEqual(right.pmids);
    expect(found).toMatchObject({ total: right.total, corrections, warnings: [told] });
    expect(right).toMatchObject({ corrections: [], warnings: [], cache_hit: true });
    expect(ncbi()).toBe(before + 3);
  });

  it('finds studies the same way, by every field that holds words but the sponsor', async () => {
    const before = [ncbi(), trials()];
    const found = await callTool(mcp, 'clinicaltrials_search', {
      condition: 'Marlow fevver',
      intervention: 'lumiravyr',
      phases: ['PHASE3'],
      sponsor: 'Invented Pharma',
    });
    expect(found.trials.map(({ nct_id }: { nct_id: string }) => nct_id)).toEqual([
      'NCT99000001',
      'NCT99000002',
    ]);
    expect(found.corrections).toEqual([
      { written: 'fevver', searched: 'fever' },
      { written: 'lumiravyr', searched: 'lumiravir' },
    ]);
    expect([ncbi(), trials()]).toEqual([(before[0] ?? 0) + 1, (before[1] ?? 0) + 2]);
  });

  it('is answered from what is stored, spelling included, the same each time', async () => {
    await callTool(mcp, 'pubmed_search', misspelt);
    const before = ncbi();
    const stored = () =>
      callTool(mcp, 'pubmed_search', { ...misspelt, fetch_policy: 'cache_only' });
    const first = await stored();
    expect(first).toMatchObject({ corrections, cache_hit: true });
    expect(await stored()).toEqual(first);
    expect(ncbi()).toBe(before);
  });

  it('keeps to what was asked where nothing is found either way', async () => {
    const found = await callTool(mcp, 'pubmed_search', { query: 'lumiravr AND metfornin' });
    expect(found).toMatchObject({
      total: 0,
      corrections: [],
      warnings: [{ code: 'did_you_mean', message: 'PubMed suggests: lumiravir metformin' }],
    });
    const none = await callTool(mcp, 'pubmed_search', { query: 'xylofrantin' });
    expect(none).toMatchObject({ total: 0, corrections: [], warnings: [] });
  });

  it('says that there is nothing where the spelling cannot be asked for in time', async () => {
    // The search itself is in time on a busy machine.
    const hasty = await site.startReplica({ NCBI_API_KEY: 'secret-key' }, 5_000);
    site.recorded.setDelays({ ...noDelays, espell: 30_000 });
    const found = await callTool(hasty, 'pubmed_search', { query: 'placebbo AND marlow' });
    expect(found).toMatchObject({
      total: 0,
      cache_hit: false,
      warnings: [{ code: 'spelling_unknown' }],
    });
    site.recorded.setDelays(noDelays);
    const again = await callTool(mcp, 'pubmed_search', { query: 'placebbo AND marlow' });
    expect(again).toMatchObject({ corrections: [{ written: 'placebbo', searched: 'placebo' }] });
  });
});
