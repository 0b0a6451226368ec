import type {
  ClinicalTrialsGetInput,
  ClinicalTrialsGetOutput,
  ClinicalTrialsSearchInput,
  ClinicalTrialsSearchOutput,
  PubmedGetInput,
  PubmedGetOutput,
  PubmedSearchInput,
  PubmedSearchOutput,
} from '@lectern/contracts';
import type { LiteratureCache } from './cache/literature-cache.ts';
import type { ClinicalTrialsApi } from './clinicaltrials/clinicaltrials-api.ts';
import type { LiteratureCall } from './fetch-call.ts';
import { getPublications } from './get-publications.ts';
import { getTrials } from './get-trials.ts';
import type { PubmedApi } from './pubmed/pubmed-api.ts';
import { SameRequests } from './requests/same-requests.ts';
import type { Speller } from './search-corrected.ts';
import { type PublicationSearch, searchPublications } from './search-publications.ts';
import { searchTrials, type TrialSearch } from './search-trials.ts';

/** Operations of the literature tools. */
export interface Literature {
  searchPublications(input: PubmedSearchInput, call: LiteratureCall): Promise<PubmedSearchOutput>;
  getPublications(input: PubmedGetInput, call: LiteratureCall): Promise<PubmedGetOutput>;
  searchTrials(
    input: ClinicalTrialsSearchInput,
    call: LiteratureCall,
  ): Promise<ClinicalTrialsSearchOutput>;
  getTrials(input: ClinicalTrialsGetInput, call: LiteratureCall): Promise<ClinicalTrialsGetOutput>;
}

export interface LiteratureOptions {
  readonly pubmed: PubmedApi;
  readonly clinicalTrials: ClinicalTrialsApi;
  readonly cache: LiteratureCache;
}

export function createLiterature({ pubmed, clinicalTrials, cache }: LiteratureOptions): Literature {
  const speller: Speller = { api: pubmed, cache, spellings: new SameRequests() };
  const publications: PublicationSearch = {
    api: pubmed,
    cache,
    speller,
    searches: new SameRequests(),
    summaries: new SameRequests(),
  };
  const trials: TrialSearch = { api: clinicalTrials, cache, speller, searches: new SameRequests() };
  return {
    searchPublications: (input, call) => searchPublications(publications, input, call),
    getPublications: (input, call) => getPublications(publications, input, call),
    searchTrials: (input, call) => searchTrials(trials, input, call),
    getTrials: (input, call) => getTrials(trials, input, call),
  };
}
