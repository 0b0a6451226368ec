import { expect, it } from '@jest/globals';
import { openResearcher } from '../../test/open-researcher.ts';
import { answered, publication, trial } from '../../test/research-records.ts';

const read = { ...answered, not_found: [], rows: 1 };
const design = { allocation: 'RANDOMIZED', model: null, masking: 'DOUBLE', primary_purpose: null };
const study = { ...trial, design, brief_summary: 'Adults took lumiravir for ten days.' };
const abstract = [
  { label: 'METHODS', text: 'We asked 87 adults for six weeks.' },
  { label: 'CONCLUSION', text: 'Recovery was faster.' },
];

it.each([
  ['NCT99000001', ['design: randomized, double [1]', 'summary: Adults took lumiravir']],
  ['PMID 990000001', ['abstract: METHODS: We asked 87 adults', 'abstract: CONCLUSION']],
])('tells all fields of %s, which is asked for by number', async (id, told) => {
  const { ask } = openResearcher([], {
    toolChoices: [],
    callTool: async (name) => ({
      content: [],
      structuredContent:
        name === 'pubmed_get'
          ? { ...read, publications: [{ ...publication, nct_ids: [], abstract }] }
          : { ...read, trials: name === 'clinicaltrials_get' ? [study] : [], total: 0 },
    }),
  });
  const { answer } = await ask(20_000, `What was done in ${id}?`);
  for (const line of told) expect(answer).toContain(line);
});
