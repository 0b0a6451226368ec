import type { Publication } from '@lectern/contracts';
import type { ResearchStateValue } from '../research-state.ts';

type Found = Pick<ResearchStateValue, 'pubmed_results' | 'ctgov_results'>;

/** Publications that the records of studies name and the search did not bring. */
export function listLinked({ pubmed_results, ctgov_results }: Found): readonly Publication[] {
  const found = new Set(pubmed_results?.publications.map(({ pmid }) => pmid));
  return (ctgov_results?.linked ?? []).filter(({ pmid }) => !found.has(pmid));
}

/** Every publication that was read, those that were searched for first. */
export function listPublications(state: Found): readonly Publication[] {
  return [...(state.pubmed_results?.publications ?? []), ...listLinked(state)];
}
