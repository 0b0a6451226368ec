import type { Publication, PubmedSearchInput, PubmedSummary } from '@lectern/contracts';
import { JoinedRecords } from '../requests/joined-records.ts';
import type { Fetched, OutsideCall, OutsideService } from '../requests/outside-service.ts';
import { type PmcArticle, readFullTexts } from './read-full-texts.ts';
import { readPublications } from './read-publications.ts';
import { readSearchAnswer, type SearchAnswer } from './read-search-answer.ts';
import { readSpelling } from './read-spelling.ts';
import { readSummaries } from './read-summaries.ts';

export interface FetchedPublications {
  readonly publications: readonly Publication[];
  /** PubMed returned a record that was not requested. */
  readonly isDoubtful: boolean;
}

/** NCBI's published limits, without a key and with one. */
export const ncbiRequestsPerSecond = { anonymous: 3, withKey: 10 };

/** Client of NCBI E-utilities. */
export class PubmedApi {
  readonly #service: OutsideService;
  readonly #records: JoinedRecords<FetchedPublications>;

  constructor(service: OutsideService) {
    this.#service = service;
    this.#records = new JoinedRecords((takeIds, call) => {
      let ids: readonly string[] = [];
      const build = () => {
        ids = takeIds();
        return toFetch('pubmed', ids);
      };
      return service.ask(build, (text) => toAsked(readPublications(text), ids), call);
    });
  }

  search(input: PubmedSearchInput, call: OutsideCall): Promise<Fetched<SearchAnswer>> {
    const parameters = { db: 'pubmed', retmode: 'json', ...toSearchParameters(input) };
    const request = { path: '/esearch.fcgi', parameters };
    return this.#service.ask(() => request, readSearchAnswer, call);
  }

  summarise(
    pmids: readonly string[],
    call: OutsideCall,
  ): Promise<Fetched<readonly PubmedSummary[]>> {
    const parameters = { db: 'pubmed', retmode: 'xml', id: pmids.join(',') };
    const request = { path: '/esummary.fcgi', parameters };
    return this.#service.ask(() => request, readSummaries, { ...call, isEnding: true });
  }

  /** Fetches records, possibly joined with concurrent requests. */
  fetch(pmids: readonly string[], call: OutsideCall): Promise<Fetched<FetchedPublications>> {
    return this.#records.fetch(pmids, { ...call, isEnding: true });
  }

  fetchFullTexts(
    pmcids: readonly string[],
    call: OutsideCall,
  ): Promise<Fetched<readonly PmcArticle[]>> {
    const request = toFetch(
      'pmc',
      pmcids.map((pmcid) => pmcid.replace(/^PMC/, '')),
    );
    return this.#service.ask(() => request, readFullTexts, { ...call, isEnding: true });
  }

  /** Requests a spelling without retries. */
  spell(term: string, call: OutsideCall): Promise<Fetched<string | null>> {
    const request = { path: '/espell.fcgi', parameters: { db: 'pubmed', term } };
    const once = { ...call, maxAttempts: 1, isEnding: true };
    return this.#service.ask(() => request, readSpelling, once);
  }
}

function toAsked(given: readonly Publication[], ids: readonly string[]): FetchedPublications {
  const publications = given.filter(({ pmid }) => ids.includes(pmid));
  return { publications, isDoubtful: publications.length < given.length };
}

function toFetch(db: 'pubmed' | 'pmc', ids: readonly string[]) {
  return { path: '/efetch.fcgi', parameters: { db, retmode: 'xml', id: ids.join(',') } };
}

/** NCBI requires both ends of a range of dates. */
const earliest = '1500';
const latest = '3000';

/** Returns the parameters of `esearch` for a search. */
function toSearchParameters(input: PubmedSearchInput): Readonly<Record<string, string>> {
  const { date_from: from, date_to: to, publication_types: types } = input;
  const slashed = (date: string) => date.replaceAll('-', '/');
  return {
    term:
      types.length > 0
        ? `(${input.query}) AND (${types.map(toTypeTerm).join(' OR ')})`
        : input.query,
    retstart: String(input.offset),
    retmax: String(input.limit),
    sort: input.sort === 'date' ? 'pub_date' : 'relevance',
    ...((from || to) && {
      datetype: 'pdat',
      mindate: slashed(from ?? earliest),
      maxdate: slashed(to ?? latest),
    }),
  };
}

function toTypeTerm(type: string): string {
  return `"${type.replaceAll(/["[\]]/g, '')}"[Publication Type]`;
}
