import { maxResearchTrials, type ResearchFrame, type Trial } from '@lectern/contracts';
import { type Lookup, toolMapping } from './lookup.ts';

const maxStudies = 50;

/** Checks for a question about the studies of publications that it names, without a topic. */
export function asksForReported({ entities }: ResearchFrame): boolean {
  const { nct_ids, pmids, conditions, interventions, terms } = entities;
  const named = nct_ids.length + conditions.length + interventions.length + terms.length;
  return pmids.length > 0 && named === 0;
}

/** Reads which studies the records of the named publications name, each once. */
export async function readReported({ frame, fetchOptions, call }: Lookup) {
  const args = { pmids: frame.entities.pmids, include_full_text: false, ...fetchOptions };
  const { publications, not_found } = await call(toolMapping.pubmed_get.get, args, 'pubmed_get');
  const nctIds = publications.flatMap(({ nct_ids }) => nct_ids);
  // The publications' branch reports missing ones itself.
  const isAlone = frame.intent === 'indication_phase_trials';
  return {
    nct_ids: [...new Set(nctIds)].slice(0, maxStudies),
    not_found: isAlone ? not_found.map((pmid) => `PMID ${pmid}`) : [],
  };
}

/** References of a study to its own publications, not to those that it builds on. */
const ownReferences = ['RESULT', 'DERIVED'];

/** Finds the studies whose records name the question's publications as their own. */
export async function findNaming({ frame, fetchOptions, call }: Lookup) {
  const { pmids } = frame.entities;
  const search = { reference_pmids: pmids, limit: maxResearchTrials, ...fetchOptions };
  const { trials, warnings } = await call(toolMapping.ctgov_search.search, search);
  const isOwn = ({ references }: Trial) =>
    references.some(
      ({ pmid, type }) =>
        pmid !== null && pmids.includes(pmid) && ownReferences.includes(type ?? ''),
    );
  return { results: { trials: trials.filter(isOwn), total: null, not_found: [] }, warnings };
}
