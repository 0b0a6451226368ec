import { describe, expect, it } from '@jest/globals';
import { readQuestion } from './read-question.ts';

describe('words that ask for an order', () => {
  it.each([
    ['newest asthma trial', 'newest'],
    ['latest asthma trials', 'latest'],
    ['trials of dupilumab with the most participants', 'with the most participants'],
    ['the largest dupilumab trial', 'largest'],
    ['biggest trials of dupilumab', 'biggest'],
    ['smallest completed asthma study', 'smallest'],
    ['Which dupilumab trial is the largest?', 'largest'],
    ['important dupilumab publications', 'important'],
    ['most cited dupilumab publications', 'most cited'],
    ['самые крупные испытания дупилумаба', 'самые крупные'],
    ['испытания дупилумаба с наибольшим числом участников', 'с наибольшим числом участников'],
  ])('are told and not searched for: %s', (query, words) => {
    const { entities, unused } = readQuestion(query);
    expect([entities.terms, unused]).toEqual([[], [words]]);
  });

  it.each(['newest dupilumab publications', 'latest papers on asthma'])(
    'are kept where PubMed is asked for the newest: %s',
    (query) => {
      expect(readQuestion(query)).toMatchObject({ entities: { terms: [] }, unused: [] });
    },
  );

  it.each(['open asthma studies', 'asthma trials that are open', 'open trials of dupilumab'])(
    'know an open study for one that recruits: %s',
    (query) => {
      const { filters, entities } = readQuestion(query);
      expect([filters.statuses, entities.terms]).toEqual([['RECRUITING'], []]);
    },
  );

  it.each([
    'open label trials of dupilumab',
    'open heart surgery trials',
    'open-angle glaucoma trials',
  ])('know no other open thing for it: %s', (query) => {
    expect(readQuestion(query).filters.statuses).toEqual([]);
  });
});

describe('phases that there are none of', () => {
  it.each([
    ['phase 5 trials of dupilumab', 'phase 5', []],
    ['phase VI trials of dupilumab', 'phase vi', []],
    ['phase 3 and phase 6 trials of dupilumab', 'phase 6', ['PHASE3']],
  ])('are told: %s', (query, words, phases) => {
    const { entities, filters, unused } = readQuestion(query);
    expect([entities.terms, filters.phases]).toEqual([[], phases]);
    expect(unused.map((said) => said.toLowerCase())).toContain(words);
  });

  it.each([
    ['phase 0 trials of dupilumab', 'EARLY_PHASE1'],
    ['phase IV trials of dupilumab', 'PHASE4'],
  ])('are not those that there are: %s', (query, phase) => {
    expect(readQuestion(query)).toMatchObject({ filters: { phases: [phase] }, unused: [] });
  });
});

describe('questions for PubMed', () => {
  it('take the own documents beside it where our dose is asked for', () => {
    const query = 'What is our dupilumab dose, and which publications support it?';
    const { intent, entities, filters } = readQuestion(query);
    expect([intent, filters.include_publications]).toEqual(['hybrid_search', true]);
    expect(entities.interventions).toEqual(['dupilumab']);
  });

  it.each(['doi 10.1000/x.31000002', 'What is 10.1000/x.31000002?'])(
    'are by a DOI: %s',
    (query) => {
      const { intent, entities } = readQuestion(query);
      expect([intent, entities.terms]).toEqual(['recent_pubs_by_topic', ['10.1000/x.31000002']]);
    },
  );

  it('know giant cell arteritis for one disease', () => {
    const { intent, entities } = readQuestion('giant cell arteritis');
    expect(intent).toBe('recent_pubs_by_topic');
    expect([entities.conditions, entities.terms]).toEqual([['giant cell arteritis'], []]);
  });
});
