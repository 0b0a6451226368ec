import type { Publication, PubmedSearchInput, PubmedSummary } from '@lectern/contracts';
import type { Fetched, OutsideCall, OutsideService } from '../requests/outside-service.ts';
import { type PmcArticle, readFullTexts } from './read-full-texts.ts';
import { readPublications } from './read-publications.ts';
import { readSearchAnswer, type SearchAnswer } from './read-search-answer.ts';
import { readSpelling } from './read-spelling.ts';
import { readSummaries } from './read-summaries.ts';
import { toSearchParameters } from './to-search-parameters.ts';

/** The calls of NCBI E-utilities that are used. */
export class PubmedApi {
  readonly #service: OutsideService;

  constructor(service: OutsideService) {
    this.#service = service;
  }

  search(input: PubmedSearchInput, call: OutsideCall): Promise<Fetched<SearchAnswer>> {
    const parameters = { db: 'pubmed', retmode: 'json', ...toSearchParameters(input) };
    return this.#service.ask({ path: '/esearch.fcgi', parameters }, readSearchAnswer, call);
  }

  summarise(
    pmids: readonly string[],
    call: OutsideCall,
  ): Promise<Fetched<readonly PubmedSummary[]>> {
    const parameters = { db: 'pubmed', retmode: 'xml', id: pmids.join(',') };
    return this.#service.ask({ path: '/esummary.fcgi', parameters }, readSummaries, call);
  }

  fetch(pmids: readonly string[], call: OutsideCall): Promise<Fetched<readonly Publication[]>> {
    const parameters = { db: 'pubmed', retmode: 'xml', id: pmids.join(',') };
    return this.#service.ask({ path: '/efetch.fcgi', parameters }, readPublications, call);
  }

  fetchFullTexts(
    pmcids: readonly string[],
    call: OutsideCall,
  ): Promise<Fetched<readonly PmcArticle[]>> {
    const id = pmcids.map((pmcid) => pmcid.replace(/^PMC/, '')).join(',');
    const parameters = { db: 'pmc', retmode: 'xml', id };
    return this.#service.ask({ path: '/efetch.fcgi', parameters }, readFullTexts, call);
  }

  spell(term: string, call: OutsideCall): Promise<Fetched<string | null>> {
    const parameters = { db: 'pubmed', term };
    return this.#service.ask({ path: '/espell.fcgi', parameters }, readSpelling, call);
  }
}
