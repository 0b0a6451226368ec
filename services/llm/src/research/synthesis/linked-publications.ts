import type { Publication, Trial, TrialRow } from '@lectern/contracts';
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

/** Publications of a trial: those that name it, and those that the registry names. */
export function linkPublications(
  trial: Trial,
  publications: readonly Publication[],
): TrialRow['publications'] {
  const byRegistry = new Map(
    trial.references.flatMap((reference) =>
      reference.pmid ? [[reference.pmid, reference] as const] : [],
    ),
  );
  const naming = publications.filter(({ nct_ids }) => nct_ids.includes(trial.nct_id));
  const fromPublications = naming.map(({ pmid, title }) => ({
    pmid,
    by: byRegistry.has(pmid) ? ('both' as const) : ('publication' as const),
    type: byRegistry.get(pmid)?.type ?? null,
    citation: byRegistry.get(pmid)?.citation ?? title,
  }));
  const named = new Set(naming.map(({ pmid }) => pmid));
  const fromRegistry = [...byRegistry]
    .filter(([pmid]) => !named.has(pmid))
    .map(([pmid, { type, citation }]) => ({ pmid, by: 'registry' as const, type, citation }));
  return [...fromPublications, ...fromRegistry];
}
