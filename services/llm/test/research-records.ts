import type { Publication, Trial } from '@lectern/contracts';

/** The members that the answers of all literature tools have. */
export const answered = {
  next_page_token: null,
  cache_hit: false,
  fetched_at: '2026-11-22T00:00:00Z',
  warnings: [],
  not_cached: [],
};

/** A made-up study. */
export const trial: Trial = {
  nct_id: 'NCT99000001',
  brief_title: 'Lumiravir in Adults With Marlow Fever',
  official_title: null,
  acronym: null,
  status: 'COMPLETED',
  why_stopped: null,
  study_type: 'INTERVENTIONAL',
  phases: ['PHASE3'],
  start_date: '2021-05-03',
  primary_completion_date: '2022-10',
  completion_date: null,
  last_update: null,
  first_posted: null,
  results_posted: null,
  sponsor: 'Invented Pharma AS',
  collaborators: [],
  conditions: ['Marlow Fever'],
  keywords: [],
  interventions: [{ type: 'DRUG', name: 'Lumiravir' }],
  enrollment: { count: 418, type: 'ACTUAL' },
  primary_outcomes: [],
  brief_summary: null,
  countries: [],
  has_results: false,
  references: [],
  url: 'https://clinicaltrials.gov/study/NCT99000001',
};

export const publication: Publication = {
  pmid: '990000001',
  title: 'Lumiravir for adults with Marlow fever: a randomised phase 3 trial.',
  vernacular_title: null,
  authors: [],
  journal: { title: 'J', abbreviation: null, issn: null, volume: null, issue: null, pages: null },
  published: '2023-03-14',
  published_text: '2023 Mar 14',
  abstract: [{ label: 'RESULTS', text: 'Recovery took 6 days with lumiravir and 9 with placebo.' }],
  publication_types: [],
  mesh_terms: [],
  keywords: [],
  languages: [],
  doi: null,
  pmcid: null,
  nct_ids: ['NCT99000001'],
  references: [],
  related: [],
  retracted: false,
  record_status: null,
  url: 'https://pubmed.ncbi.nlm.nih.gov/990000001/',
};
