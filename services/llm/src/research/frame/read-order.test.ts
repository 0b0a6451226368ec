import { describe, expect, it } from '@jest/globals';
import { readQuestion } from './read-question.ts';

describe('words that ask for an order', () => {
  it.each([
    ['longest dupilumab trial', 'longest'],
    ['oldest dupilumab publications', 'oldest'],
    ['important dupilumab publications', 'important'],
    ['most cited dupilumab publications', 'most cited'],
    ['самые важные испытания дупилумаба', 'самые важные'],
    ['newest dupilumab trials with the most participants', 'with the most participants'],
  ])('are told and not searched for: %s', (query, words) => {
    const { entities, unused } = readQuestion(query);
    expect([entities.terms, unused]).toEqual([[], [words]]);
  });

  it.each([
    ['newest asthma trial', 'newest'],
    ['latest asthma trials', 'newest'],
    ['asthma trials ordered by start date', 'newest'],
    ['asthma trials sorted by date, oldest first', 'oldest'],
    ['earliest asthma trials', 'oldest'],
    ['trials of dupilumab with the most participants', 'largest'],
    ['the largest dupilumab trial', 'largest'],
    ['biggest trials of dupilumab', 'largest'],
    ['dupilumab trials sorted by size', 'largest'],
    ['dupilumab trials by enrolment', 'largest'],
    ['Which dupilumab trial is the largest?', 'largest'],
    ['smallest completed asthma study', 'smallest'],
    ['dupilumab trials with the fewest patients', 'smallest'],
    ['самые крупные испытания дупилумаба', 'largest'],
    ['испытания дупилумаба с наибольшим числом участников', 'largest'],
    ['испытания дупилумаба по числу участников', 'largest'],
    ['самые ранние испытания дупилумаба', 'oldest'],
    ['новейшие исследования дупилумаба', 'newest'],
  ])('are the order of studies: %s', (query, order) => {
    const { entities, filters, unused } = readQuestion(query);
    expect([entities.terms, filters.trial_order, unused]).toEqual([[], order, []]);
  });

  it('ask for no order of a study that is named', () => {
    const { filters } = readQuestion('When did the latest arm of NCT04280705 start?');
    expect(filters.trial_order).toBeNull();
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
    ['phase 2.5 trials of dupilumab', 'phase 2.5', []],
    ['исследования фазы 2.5 дупилумаба', 'фазы 2.5', []],
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
  it('know expanded access for a kind of study, and compassionate use for words of a topic', () => {
    expect(readQuestion('expanded access to lecanemab').intent).toBe('indication_phase_trials');
    const { intent, entities } = readQuestion('compassionate use of lecanemab');
    expect([intent, entities.terms]).toEqual(['recent_pubs_by_topic', ['compassionate use']]);
  });

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
