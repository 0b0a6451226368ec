import type { ResearchTables } from '@lectern/contracts';
import type { ResearchStateValue } from '../research-state.ts';
import { cutList, cutText } from './cut-text.ts';
import { listAuthors } from './describe-fields.ts';
import { findDisagreements } from './find-disagreements.ts';
import {
  linkPublications,
  listLinked,
  listPublications,
  listSources,
  nameAuthors,
  type RecordSource,
} from './record-source.ts';

const maxTextLength = 400;
const maxAuthorsLength = 120;
/** More names than any style of citing takes. */
const maxAuthorNames = 200;

/** Tables of what was fetched. Rows that an answer cites carry their numbers. */
export function buildTables(
  state: Pick<ResearchStateValue, 'pubmed_results' | 'ctgov_results' | 'rag_results'>,
  cited: ReadonlySet<number> = new Set(),
  sources: readonly RecordSource[] = listSources(state),
): ResearchTables {
  const numberOf = ({ n }: RecordSource) => (cited.has(n) ? n : null);
  const publications = listPublications(state);
  const linked = new Set(listLinked(state).map(({ pmid }) => pmid));
  const trials = state.ctgov_results?.trials ?? [];
  return {
    publications: sources.flatMap((source) => {
      if (source.kind !== 'publication') return [];
      const { record } = source;
      return [
        {
          n: numberOf(source),
          pmid: record.pmid,
          title: record.title,
          authors: cutList(listAuthors(record), maxAuthorsLength),
          author_names: nameAuthors(record).slice(0, maxAuthorNames),
          journal: record.journal.title,
          volume: record.journal.volume,
          issue: record.journal.issue,
          pages: record.journal.pages,
          date: record.published,
          publication_types: record.publication_types,
          doi: record.doi,
          pmcid: record.pmcid,
          nct_ids: record.nct_ids,
          ...(linked.has(record.pmid) && {
            registry_nct_ids: trials
              .filter(({ references }) => references.some(({ pmid }) => pmid === record.pmid))
              .map(({ nct_id }) => nct_id),
          }),
          retracted: record.retracted,
          url: record.url,
        },
      ];
    }),
    trials: sources.flatMap((source) => {
      if (source.kind !== 'trial') return [];
      const { record } = source;
      return [
        {
          n: numberOf(source),
          nct_id: record.nct_id,
          title: record.brief_title,
          status: record.status,
          why_stopped: record.why_stopped,
          phases: record.phases,
          study_type: record.study_type,
          conditions: record.conditions,
          interventions: record.interventions.map(({ name }) => name),
          sponsor: record.sponsor,
          start_date: record.start_date,
          completion_date: record.completion_date,
          enrollment: record.enrollment?.count ?? null,
          has_results: record.has_results,
          publications: linkPublications(record, publications),
          url: record.url,
        },
      ];
    }),
    documents: sources.flatMap((source) => {
      if (source.kind !== 'document' || !source.record.metadata) return [];
      const { metadata, content, document_title, relevance_score } = source.record;
      return [
        {
          n: numberOf(source),
          document_id: metadata.document_id,
          chunk_id: metadata.chunk_id,
          title: document_title,
          page: metadata.page,
          url: metadata.url,
          text: cutText(content, maxTextLength),
          relevance: relevance_score,
        },
      ];
    }),
    disagreements: findDisagreements(sources).map(({ about, statements }) => ({
      about,
      statements: statements.map(({ n, ...statement }) => ({
        n: cited.has(n) ? n : null,
        ...statement,
      })),
    })),
  };
}
