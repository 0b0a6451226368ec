import {
  maxResearchTrials,
  type ResearchFrame,
  type Trial,
  type Warning,
} from '@lectern/contracts';
import { toolMapping } from '../tool-mapping.ts';
import type { Lookup } from './create-lookup.ts';

const maxStudies = 50;

/** Studies of publications that a question names. */
export interface Reported {
  /** Studies that the records of the publications name, each once, at most 50. */
  readonly nct_ids: readonly string[];
  /** Whether there is a record of any of them. */
  readonly are_reported: boolean;
  /** As an answer tells them; nothing where the branch of publications tells them. */
  readonly not_found: readonly string[];
}

/** Whether a question asks for the studies of publications that it names, and for no topic. */
export function asksForReported({ entities }: ResearchFrame): boolean {
  const { nct_ids, pmids, conditions, interventions, terms } = entities;
  const named = nct_ids.length + conditions.length + interventions.length + terms.length;
  return pmids.length > 0 && named === 0;
}

/** Reads which studies the records of the named publications name. */
export async function readReported({ frame, fetchOptions, call }: Lookup): Promise<Reported> {
  const args = { pmids: frame.entities.pmids, include_full_text: false, ...fetchOptions };
  const read = await call(toolMapping.pubmed_get.get, args, 'pubmed_get');
  const nctIds = read.publications.flatMap((publication) => publication.nct_ids);
  const isToldElsewhere = frame.intent !== 'indication_phase_trials';
  return {
    nct_ids: [...new Set(nctIds)].slice(0, maxStudies),
    are_reported: read.publications.length > 0,
    not_found: isToldElsewhere ? [] : read.not_found.map((pmid) => `PMID ${pmid}`),
  };
}

/** What a study's record calls its own: not what it builds on. */
const ownReferences = ['RESULT', 'DERIVED'];

/** Studies whose records name the question's publications as theirs, whatever these name. */
export async function findNaming({
  frame,
  fetchOptions,
  call,
}: Lookup): Promise<{ readonly trials: Trial[]; readonly warnings: readonly Warning[] }> {
  const { pmids } = frame.entities;
  const { trials, warnings } = await call(toolMapping.ctgov_search.search, {
    reference_pmids: pmids,
    limit: maxResearchTrials,
    ...fetchOptions,
  });
  const isOwn = ({ references }: Trial) =>
    references.some(
      ({ pmid, type }) =>
        pmid !== null && pmids.includes(pmid) && ownReferences.includes(type ?? ''),
    );
  return { trials: trials.filter(isOwn), warnings };
}
