import type { Analyzer } from '@lectern/retrieval';
import type { ResearchStateValue } from '../research-state.ts';
import type { StatementFacts } from './check-statements.ts';
import { maxNamed } from './compose-documents.ts';
import { countRead } from './count-read.ts';
import { listLinked, listPublications } from './list-linked.ts';

/** What a run knows beside its records, against which the statements of an answer are held. */
export function toFacts(
  analyzer: Analyzer,
  state: ResearchStateValue,
  { sources, isComposed }: Pick<StatementFacts, 'sources' | 'isComposed'>,
): StatementFacts {
  const { query, pubmed_results, ctgov_results, rag_results, frame } = state;
  const linked = listLinked(state).length;
  const published = Object.values(
    countRead(pubmed_results?.publications, ({ pmid }) => pmid, frame),
  );
  const { named, matching } = countRead(ctgov_results?.trials, ({ nct_id }) => nct_id, frame);
  const naming = ctgov_results?.naming?.length ?? 0;
  const tried = [named, matching, matching - naming, naming];
  const recordCounts = {
    trial: toSet([ctgov_results?.total, ...tried]),
    publication: toSet([pubmed_results?.total, ...published, linked]),
  };
  const counts = [
    pubmed_results?.total,
    pubmed_results?.publications.length,
    ctgov_results?.total,
    ctgov_results?.trials.length,
    ...published,
    ...tried,
    linked,
    // How many more than are named stand in the table.
    ...[listPublications(state), ctgov_results?.trials].map(
      (read) => (read?.length ?? 0) - maxNamed,
    ),
    rag_results?.length,
    sources.filter(({ kind }) => kind === 'document').length,
  ];
  const { nct_ids = [], pmids = [] } = frame?.entities ?? {};
  const notFound = [pubmed_results, ctgov_results].flatMap((results) => results?.not_found ?? []);
  return {
    analyzer,
    sources,
    counts: new Set(counts.filter((count) => count != null).map(String)),
    recordCounts,
    asked: new Set([...nct_ids, ...pmids, ...notFound.map((id) => id.replace(/^PMID /, ''))]),
    question: query,
    isComposed,
  };
}

function toSet(counts: readonly (number | null | undefined)[]): ReadonlySet<number> {
  return new Set(counts.filter((count) => count != null));
}
