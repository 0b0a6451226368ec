import { describe, expect, it } from '@jest/globals';
import type { Publication } from '@lectern/contracts';
import { publication, trial } from '../../../test/research-records.ts';
import { findDisagreements } from './find-disagreements.ts';
import { listSources } from './record-source.ts';

const find = (...texts: readonly (Partial<Publication> & { readonly said: string })[]) =>
  findDisagreements(
    listSources({
      rag_results: null,
      ctgov_results: { trials: [trial], total: 1, not_found: [] },
      pubmed_results: {
        pmids: [],
        total: null,
        not_found: [],
        publications: texts.map(({ said, ...record }, index) => ({
          ...publication,
          title: 'Lumiravir in Marlow fever',
          nct_ids: [],
          ...record,
          pmid: `99000000${index}`,
          abstract: [{ label: null, text: said }],
        })),
      },
    }),
  );

describe('findDisagreements', () => {
  it('sets findings about the same side by side', () => {
    const [found] = find(
      { said: 'Lumiravir reduced the time to recovery.' },
      { said: 'Lumiravir did not reduce the time to recovery. Glucan levels did not differ.' },
    );
    expect(found?.about).toBe('lumiravir in marlow fever: effect');
    expect(found?.statements.map(({ says }) => says)).toEqual([
      'Lumiravir reduced the time to recovery.',
      'Lumiravir did not reduce the time to recovery.',
    ]);
  });

  it('finds none where publications measured other things', () => {
    const said = 'Lumiravir did not change glucan levels.';
    expect(find({ said: 'Lumiravir reduced the time to recovery.' }, { said })).toEqual([]);
  });

  it("holds a study's size against a publication about it alone", () => {
    const said = 'We assigned 412 participants.';
    const own = find({ said, nct_ids: ['NCT99000001'] });
    expect(own.map(({ about }) => about)).toEqual(['NCT99000001: participants']);
    expect(find({ said, nct_ids: ['NCT99000001', 'NCT99000002'] })).toEqual([]);
  });
});
