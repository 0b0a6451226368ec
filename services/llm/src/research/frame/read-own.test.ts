import { describe, expect, it } from '@jest/globals';
import { readQuestion } from './read-question.ts';
import { warnOfTrials } from './warn-of-trials.ts';

describe('questions about the own documents beside publications', () => {
  it.each([
    'our own asthma and publications on asthma',
    'publications on asthma and our own',
    'asthma in our documents and in PubMed',
    'What do PubMed and our own documents say about asthma?',
    'our own asthma and antibiotic stewardship protocol and papers on asthma',
    'our severe asthma management therapy handbook and PubMed',
    'asthma in the documents I uploaded and in PubMed',
    'documents of ours and PubMed on asthma',
    'asthma: the knowledge base and the literature',
    'our summary of asthma and PubMed',
    'Compare our asthma rate with published papers',
    "asthma in our hospital's guideline and in PubMed",
    'наши данные и PubMed об астме',
    'у нас и в PubMed об астме',
    'что есть у нас в документах и в PubMed об астме',
    'в базе знаний и в литературе об астме',
    'мои собственные документы и статьи об астме',
  ])('go to both: %s', (query) => {
    const { intent, entities, filters } = readQuestion(query);
    expect([intent, filters.include_publications]).toEqual(['hybrid_search', true]);
    expect([entities.conditions, entities.terms]).toEqual([['asthma'], []]);
    expect(filters.publication_types).toEqual([]);
  });

  it.each([
    ['our own vaping and publications on vaping', 'vaping'],
    ['our own Ménière protocol and papers on Ménière', 'ménière'],
  ])('search PubMed for the topic alone: %s', (query, term) => {
    const { intent, entities, unused } = readQuestion(query);
    expect([intent, entities.terms, unused]).toEqual(['hybrid_search', [term], []]);
  });

  it.each([
    'Does our ward guide say how often asthma is seen?',
    'asthma in our leaflet',
    'Что в нашей памятке об астме?',
  ])('are asked by other names of documents: %s', (query) => {
    expect(readQuestion(query).intent).toBe('hybrid_search');
  });

  it('call their own words neither unused nor trials', () => {
    const query = 'my asthma trial protocol and the literature on asthma';
    const frame = readQuestion(query);
    expect([frame.intent, frame.unused]).toEqual(['hybrid_search', []]);
    expect(warnOfTrials(frame, query)).toEqual([]);
  });

  it.each([
    ["papers on patients' own asthma data", 'recent_pubs_by_topic'],
    ['in their own words: papers on asthma', 'recent_pubs_by_topic'],
    ['papers on asthma in our own country', 'recent_pubs_by_topic'],
    ['Астма у нас в стране, публикации', 'recent_pubs_by_topic'],
    ['internal medicine reports on asthma', 'recent_pubs_by_topic'],
    ['Trials with internal fixation protocols for hip fracture', 'indication_phase_trials'],
    ['asthma papers that summarise the experience of patients', 'recent_pubs_by_topic'],
    ['papers on own-kidney data', 'recent_pubs_by_topic'],
    ['trials of our own asthma product', 'indication_phase_trials'],
  ])('are none where something else is owned: %s', (query, intent) => {
    expect(readQuestion(query).intent).toBe(intent);
  });
});
