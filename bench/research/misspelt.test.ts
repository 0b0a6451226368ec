import { describe, expect, it } from '@jest/globals';
import { relaxed, setUpTestSite } from './set-up-test-site.ts';

const site = await setUpTestSite();

describe('a question with misspelt names', () => {
  it('is answered by their right spelling, and the answer names it first', async () => {
    const run = await site.ask({
      query: 'Trials and publications of lumiravr in Marlow fever',
      ...relaxed,
    });
    expect(run.tables.trials.map(({ nct_id }) => nct_id)).toContain('NCT99000001');
    expect(run.tables.publications.map(({ pmid }) => pmid)).toContain('990000001');
    expect(run.answer).toMatch(
      /^In PubMed and ClinicalTrials\.gov nothing was found as it is written; searched for lumiravir instead of lumiravr\./,
    );
    expect(run.warnings).toContainEqual({
      code: 'searched_instead',
      message: 'Searched for "lumiravir" instead of "lumiravr".',
    });
    expect(run).toMatchObject({ partial: false, abstained: false, missing: [] });
  });

  it('is told so in Russian, and the same to the byte from what is stored', async () => {
    const asked = { query: 'Исследования lumiravyr при Marlow fever', ...relaxed };
    const run = await site.ask(asked);
    expect(run.answer).toMatch(
      /^В ClinicalTrials\.gov так, как написано, ничего не нашлось; искалось lumiravir вместо lumiravyr\./,
    );
    expect(run.warnings.map(({ message }) => message)).toContain(
      'Искалось "lumiravir" вместо "lumiravyr".',
    );
    const stored = await site.ask({ ...asked, fetch_policy: 'cache_only' });
    expect([stored.answer, stored.tables]).toEqual([run.answer, run.tables]);
  });

  it('finds nothing where no spelling does, without a word of others', async () => {
    const run = await site.ask({ query: 'Trials of metfornin', ...relaxed });
    expect(run).toMatchObject({ abstained: true, partial: false });
    expect(run.answer).not.toContain('instead of');
    expect(run.answer).toMatch(/PubMed suggests: .*metformin/);
  });
});
