import type { Citation, MissingPart, ResearchCitation, ResearchFrame } from '@lectern/contracts';
import {
  checkCitations,
  findLastQuestion,
  type LanguageModel,
  type ModelUsage,
  supportsAnswer,
  weighEvidence,
  writeAnswer,
} from '@lectern/grounding';
import type { Analyzer } from '@lectern/retrieval';
import { withoutOwnDocuments } from '../frame/ask-own-documents.ts';
import { requireFrame } from '../nodes/lookup.ts';
import type { NodeRuntime } from '../nodes/node-runtime.ts';
import { readBudget } from '../research-context.ts';
import {
  listFailures,
  nothingAsked,
  type ResearchStateUpdate,
  type ResearchStateValue,
} from '../research-state.ts';
import { buildTables } from './build-tables.ts';
import { checkStatements } from './check-statements.ts';
import { composeAnswer, composeMissing, languageOf } from './compose-answer.ts';
import { listSources, type RecordSource } from './record-source.ts';
import { words } from './words.ts';

export interface SynthesiserOptions {
  readonly analyzer: Analyzer;
  /** Writes answers; undefined: they are put together by code. */
  readonly model: LanguageModel | undefined;
  /** What prompt and answer may take together. */
  readonly contextTokens: number;
  readonly onUsage: (usage: ModelUsage) => void;
}

const answerTokens = 600;
/** A model that has less time than this is not asked. */
const minModelMs = 1_000;
/** Left for checking what a model wrote. */
const checkingMs = 200;
/** Records that a model is given; characters of each. */
const maxSources = 8;
const maxSourceLength = 2_500;
/** More passages than this hardly change whether a question can be answered. */
const maxPassagesWeighed = 8;

/**
 * Writes the answer. Whoever wrote it, code takes out what no fetched record bears out, finds the
 * quote of each citation, and names what is missing. With `cache_only` the answer is put together
 * by code, so that it is the same each time.
 */
export function createSynthesiser(options: SynthesiserOptions) {
  return async (found: ResearchStateValue, runtime: NodeRuntime): Promise<ResearchStateUpdate> => {
    const { analyzer } = options;
    const state = keepAnswering(analyzer, found);
    const frame = requireFrame(state);
    const language = languageOf(state.query);
    const sources = listSources(state);
    const missing = listMissing(state);
    const written = await writeWithModel(options, { state, sources, frame }, runtime);
    const composed = composeAnswer(analyzer, state, sources);
    const checkedModel = written
      ? checkStatements(written, toFacts(state, sources, false))
      : undefined;
    const isModels = checkedModel !== undefined && /\[\d/.test(checkedModel.text);
    const checked = isModels
      ? checkedModel
      : checkStatements(composed, toFacts(state, sources, true));
    const removed = [...(checkedModel?.removed ?? []), ...(isModels ? [] : checked.removed)];
    const cited = checkCitations(analyzer, checked.text, sources);
    const numbers = new Set(cited.citations.map(({ n }) => n));
    const tables = buildTables(state, numbers);
    const isComplete = missing.every(({ reason }) => reason === nothingAsked);
    const abstained = sources.length === 0 && isComplete;
    const answer = [
      abstained ? [words[language].nothing, checked.text].filter(Boolean).join(' ') : cited.text,
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
        toCitation(isModels ? citation : { ...citation, supported: true }, sources),
      ),
      tables,
      missing,
      removed,
      warnings: isModels ? cited.warnings : [],
      messages: [
        { role: 'user', content: state.query },
        { role: 'assistant', content: answer },
      ],
    };
  };
}

/** Without the own passages where they do not answer the question, by the rule of every answer. */
function keepAnswering(analyzer: Analyzer, state: ResearchStateValue): ResearchStateValue {
  const { rag_results } = state;
  if (!rag_results) return state;
  const passages = rag_results.slice(0, maxPassagesWeighed).map((passage) => ({
    title: [passage.document_title, passage.metadata?.section].filter(Boolean).join(' > '),
    text: passage.content,
  }));
  const asked = readAsked(state);
  return supportsAnswer(weighEvidence(analyzer, asked, passages))
    ? state
    : { ...state, rag_results: [] };
}

/**
 * What the own documents are asked. Where PubMed is asked too, the question also says what to do with
 * both ("compare", "with published studies"), and its topic alone is asked.
 */
function readAsked({ query, frame }: ResearchStateValue) {
  if (!frame?.filters.include_publications) {
    const topic = withoutOwnDocuments(query);
    return { question: findLastQuestion(topic), query: topic };
  }
  const { interventions, conditions, terms } = frame.entities;
  const topic = [...interventions, ...conditions, ...terms, ...frame.unused].join(' ');
  return { question: topic || query, query: topic || query };
}

interface ToWrite {
  readonly state: ResearchStateValue;
  readonly sources: readonly RecordSource[];
  readonly frame: ResearchFrame;
}

/** Undefined where no model is asked, or it did not answer in time. */
async function writeWithModel(
  { model, onUsage }: SynthesiserOptions,
  { state, sources, frame }: ToWrite,
  { context, signal }: NodeRuntime,
): Promise<string | undefined> {
  const leftMs = readBudget(context, frame.time_budget_ms).leftMs - checkingMs;
  if (!model || frame.fetch_policy === 'cache_only' || sources.length === 0) return undefined;
  if (leftMs < minModelMs) return undefined;
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(leftMs)]);
  const given = pickSources(sources).map(({ n, passages: [passage] }) => ({
    n,
    passages: [{ ...passage, text: passage.text.slice(0, maxSourceLength) }] as [typeof passage],
  }));
  try {
    const { text, abstained } = await writeAnswer(
      model,
      { question: state.query, history: [], sources: given, maxTokens: answerTokens },
      { onText: () => undefined, onUsage },
      inTime,
    );
    return abstained ? undefined : text;
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}

/** The first of each kind in turn, so that many studies leave room for publications. */
function pickSources(sources: readonly RecordSource[]): readonly RecordSource[] {
  const ranks = new Map<RecordSource['kind'], number>();
  return sources
    .map((source) => {
      const rank = ranks.get(source.kind) ?? 0;
      ranks.set(source.kind, rank + 1);
      return { source, rank };
    })
    .toSorted((a, b) => a.rank - b.rank || a.source.n - b.source.n)
    .slice(0, maxSources)
    .map(({ source }) => source)
    .toSorted((a, b) => a.n - b.n);
}

function listMissing(state: ResearchStateValue): readonly MissingPart[] {
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
