import { loadRecords } from '@lectern/recorded-literature';
import {
  listSources,
  type RecordSource,
} from '../../services/llm/src/research/synthesis/record-source.ts';
import { readStudies } from '../../services/mcp/src/literature/clinicaltrials/read-studies.ts';
import { readPublications } from '../../services/mcp/src/literature/pubmed/read-publications.ts';

/** Every recorded publication and study as an answer may cite it. */
export function listRecordedSources(folder: string | undefined): readonly RecordSource[] {
  const records = loadRecords(folder);
  const raw = [...records.publications.values()].map((record) => record.raw).join('');
  const publications = readPublications(`<PubmedArticleSet>${raw}</PubmedArticleSet>`);
  const { trials } = readStudies(JSON.stringify({ studies: [...records.studies.values()] }));
  return listSources({
    rag_results: null,
    ctgov_results: { trials: [...trials], total: null, not_found: [] },
    pubmed_results: {
      pmids: publications.map(({ pmid }) => pmid),
      total: null,
      publications,
      not_found: [],
    },
  });
}
