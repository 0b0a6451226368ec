import { expect, it } from '@jest/globals';
import { readQuestion } from './read-question.ts';

const today = new Date('2026-11-22');

it.each([
  'What does https://pubmed.ncbi.nlm.nih.gov/29915538/ report?',
  'What does pubmed.ncbi.nlm.nih.gov/29915538 report?',
  'What does https://www.ncbi.nlm.nih.gov/pubmed/29915538?dopt=Abstract report?',
  'What does PMID ２９９１５５３８ report?',
])('reads the number of a publication in %s', (query) => {
  const { entities, unused } = readQuestion(query, today);
  expect(entities).toMatchObject({ pmids: ['29915538'], nct_ids: [], terms: [], conditions: [] });
  expect(unused).toEqual([]);
});

it.each([
  'Is https://clinicaltrials.gov/study/NCT04280705?tab=results completed?',
  'Is https://classic.clinicaltrials.gov/ct2/show/NCT04280705 completed?',
  'Is ＮＣＴ04280705 completed?',
])('reads the number of a study in %s', (query) => {
  const { entities, unused } = readQuestion(query, today);
  expect(entities).toMatchObject({ pmids: [], nct_ids: ['NCT04280705'], terms: [] });
  expect(unused).toEqual([]);
});

it('takes no other address for a record', () => {
  const { entities } = readQuestion('remdesivir at https://example.org/pubmed/29915538', today);
  expect(entities.pmids).toEqual([]);
});
