import type { Citation, MissingPart, ResearchCitation } from '@lectern/contracts';
import { checkCitations } from '@lectern/grounding';
import type { Analyzer } from '@lectern/retrieval';
import { listOpenLookups } from '../list-open-lookups.ts';
import type { NodeRuntime } from '../nodes/node-runtime.ts';
import {
  listFailures,
  nothingAsked,
  type ResearchStateUpdate,
  type ResearchStateValue,
} from '../research-state.ts';
import { buildTables } from './build-tables.ts';
import { checkStatements } from './check-statements.ts';
import { composeAnswer, composeMissing, languageOf } from './compose-answer.ts';
import { keepAnswering } from './keep-answering.ts';
import { numberCited } from './number-cited.ts';
import { listSources, type RecordSource } from './record-source.ts';
import { words } from './words.ts';
import { type ModelWriter, writeWithModel } from './write-with-model.ts';

export interface SynthesiserOptions extends ModelWriter {
  readonly analyzer: Analyzer;
  /** What prompt and answer may take together. */
  readonly contextTokens: number;
}

/**
 * Writes the answer. Whoever wrote it, code takes out what no fetched record bears out, finds the
 * quote of each citation, and names what is missing. With `cache_only` the answer is put together
 * by code, so that it is the same each time. A lookup of the way that has not answered is missing,
 * whatever was recorded of it.
 */
export function createSynthesiser(options: SynthesiserOptions) {
  return async (found: ResearchStateValue, runtime: NodeRuntime): Promise<ResearchStateUpdate> => {
    const { analyzer } = options;
    const state = keepAnswering(analyzer, found);
    const language = languageOf(state.query);
    const sources = listSources(state);
    const written = await writeWithModel(options, state, sources, runtime);
    const errors = { ...listOpenLookups(state), synthesizer: written.failure ?? null };
    const missing = listMissing({ ...state, errors: { ...state.errors, ...errors } });
    const composed = composeAnswer(analyzer, state, sources);
    const checkedModel = written.text
      ? checkStatements(written.text, toFacts(state, sources, false))
      : undefined;
    const isModels = checkedModel !== undefined && /\[\d/.test(checkedModel.text);
    const checked = isModels
      ? checkedModel
      : checkStatements(composed, toFacts(state, sources, true));
    const removed = [...(checkedModel?.removed ?? []), ...(isModels ? [] : checked.removed)];
    const { text, numbered } = numberCited(checked.text, sources);
    const cited = checkCitations(analyzer, text, numbered);
    const numbers = new Set(cited.citations.map(({ n }) => n));
    const tables = buildTables(state, numbers, numbered);
    const isComplete = missing.every(({ reason }) => reason === nothingAsked);
    const abstained = sources.length === 0 && isComplete;
    const answer = [
      abstained ? [words[language].nothing, text].filter(Boolean).join(' ') : cited.text,
      tables.disagreements.length > 0 ? words[language].disagree : '',
      removed.length > 0 ? words[language].removed(removed.length) : '',
      composeMissing(missing, language),
    ]
      .filter(Boolean)
      .join('\n\n');
    return {
      answer,
      abstained,
      citations: cited.citations.map((citation) =>
        // What code put together from a record needs no likeness of words.
        toCitation(isModels ? citation : { ...citation, supported: true }, numbered),
      ),
      tables,
      missing,
      errors,
      removed,
      warnings: isModels ? cited.warnings : [],
      messages: [
        { role: 'user', content: state.query },
        { role: 'assistant', content: answer },
      ],
    };
  };
}

function listMissing(state: Parameters<typeof listFailures>[0]): readonly MissingPart[] {
  return listFailures(state).map(([node, { code, message }]) => ({ node, reason: code, message }));
}

function toFacts(
  { query, pubmed_results, ctgov_results, rag_results, frame }: ResearchStateValue,
  sources: readonly RecordSource[],
  isComposed: boolean,
) {
  const counts = [
    pubmed_results?.total,
    pubmed_results?.publications.length,
    ctgov_results?.total,
    ctgov_results?.trials.length,
    rag_results?.length,
    sources.filter(({ kind }) => kind === 'document').length,
  ];
  const asked = [...(frame?.entities.nct_ids ?? []), ...(frame?.entities.pmids ?? [])];
  return {
    sources,
    counts: new Set(counts.filter((count) => count != null).map(String)),
    asked: new Set(asked.filter((id) => query.toUpperCase().includes(id))),
    isComposed,
  };
}

function toCitation(citation: Citation, sources: readonly RecordSource[]): ResearchCitation {
  const source = sources.find(({ n }) => n === citation.n);
  const isDocument = source?.kind === 'document';
  return {
    id: isDocument ? citation.id : citation.document_id,
    n: citation.n,
    kind: source?.kind ?? 'document',
    pmid: source?.kind === 'publication' ? source.record.pmid : null,
    nct_id: source?.kind === 'trial' ? source.record.nct_id : null,
    document_id: isDocument ? citation.document_id : null,
    version: isDocument ? citation.version : null,
    chunk_id: isDocument ? citation.chunk_id : null,
    title: citation.title,
    file_name: citation.file_name,
    mime_type: citation.mime_type,
    url: citation.url,
    page: citation.page,
    start: citation.start,
    end: citation.end,
    quote: citation.quote,
    supported: citation.supported,
  };
}
