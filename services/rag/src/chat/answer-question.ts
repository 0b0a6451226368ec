import {
  answerQuestion as answerFromKnowledge,
  type Exchange,
  type Passage,
} from '@lectern/answering';
import {
  AppError,
  type AskResponse,
  type FoundChunk,
  type ParsedAskRequest,
  searchRequestSchema,
} from '@lectern/contracts';
import type { LanguageModel } from '@lectern/models';
import { loadAccess } from '../access/load-access.ts';
import { fillUrlTemplate } from '../articles/fill-url-template.ts';
import { listReadable } from '../documents/list-readable.ts';
import type { Asker } from '../search/search-chunks.ts';
import { listBestPassages, passagesSearched, searchDocuments } from '../search/search-documents.ts';
import type { SearchDependencies } from '../search/search-state.ts';
import { weighFound } from '../search/weigh-found.ts';

const maxAnswerTokens = 1_000;

export interface AnswerSettings {
  /** Documents of a search, as for articles. */
  readonly documents: number;
  /** Maximum passages of an answer. */
  readonly passages: number;
  /** Maximum tokens of the passages in the prompt. */
  readonly contextTokens: number;
  /** Address of a document without one. */
  readonly urlTemplate: string | undefined;
}

export interface AnswerDependencies {
  readonly search: SearchDependencies;
  /** Undefined without a model service. */
  readonly model: LanguageModel | undefined;
  readonly settings: AnswerSettings;
}

export interface AnswerListener {
  onRetrieval(found: FoundForAnswer): void;
  onText(text: string): void;
}

type FoundForAnswer = Pick<AskResponse, 'chunks' | 'retrieval' | 'evidence'>;

/**
 * Answers one question from the collections, with checked citations, or abstains.
 *
 * @throws AppError `model_unavailable`, `document_not_found` if a cited document may not be read any
 *   more when the model has written, and the errors of a search.
 */
export async function answerQuestion(
  { search, model, settings }: AnswerDependencies,
  request: ParsedAskRequest,
  { principal, listener, signal }: Asker & { readonly listener: AnswerListener },
): Promise<AskResponse> {
  if (!model) throw new AppError('model_unavailable');
  const { question, history = [], request_id: requestId, session_id: sessionId } = request;
  let found = nothingFound;
  const retrieve = async (query: string, within: AbortSignal) => {
    const own = await searchForAnswer({ search, settings }, request, {
      query,
      principal,
      signal: within,
    });
    found = joinFound(found, own);
    return {
      passages: own.chunks.map((chunk) => toPassage(chunk, settings)),
      evidence: own.evidence,
      warnings: own.retrieval.warnings,
    };
  };
  const answer = await answerFromKnowledge(
    {
      retriever: { retrieve: ({ query }, within) => retrieve(query, within) },
      model,
      analyzer: search.analyzer,
    },
    {
      question,
      history: toExchanges(history),
      sourceTokens: settings.contextTokens,
      answerTokens: maxAnswerTokens,
      caller: {
        organisationId: principal.organisationId,
        userId: principal.userId,
        ...(request.model && { model: request.model }),
        ...(requestId && { requestId }),
        ...(sessionId && { sessionId }),
      },
    },
    { onRetrieval: () => listener.onRetrieval(found), onText: listener.onText, signal },
  );
  const { chunks, evidence, retrieval } = found;
  const { document_ids } = await listReadable(
    search.database,
    await loadAccess(search.database, principal),
    { document_ids: chunks.map(({ document_id }) => document_id), collection_ids: [] },
  );
  const readable = new Set(document_ids);
  if (answer.citations.some(({ document_id }) => !readable.has(document_id))) {
    throw new AppError('document_not_found');
  }
  return {
    answer: answer.text,
    abstained: answer.abstained,
    citations: [...answer.citations],
    chunks: chunks.filter(({ document_id }) => readable.has(document_id)),
    evidence,
    used_chunk_ids: [...new Set(answer.citations.map(({ chunk_id }) => chunk_id))],
    retrieval: { ...retrieval, warnings: [...retrieval.warnings, ...answer.warnings] },
    model: answer.model,
  };
}

const nothingFound: FoundForAnswer = {
  chunks: [],
  evidence: 0,
  retrieval: { k: 0, alpha: 0, filters: {}, warnings: [] },
};

/** Joins the results of two searches: every passage once, the most relevant first. */
function joinFound(before: FoundForAnswer, found: FoundForAnswer): FoundForAnswer {
  if (before.chunks.length === 0) return found;
  const known = new Set(before.chunks.map(({ id }) => id));
  const chunks = [...before.chunks, ...found.chunks.filter(({ id }) => !known.has(id))].toSorted(
    (a, b) => relevanceOf(b) - relevanceOf(a),
  );
  return {
    chunks,
    evidence: Math.max(before.evidence, found.evidence),
    retrieval: {
      ...before.retrieval,
      k: chunks.length,
      warnings: [...before.retrieval.warnings, ...found.retrieval.warnings],
    },
  };
}

function relevanceOf({ scores, score }: FoundChunk): number {
  return scores?.relevance ?? score;
}

async function searchForAnswer(
  { search, settings }: Pick<AnswerDependencies, 'search' | 'settings'>,
  { collection_filter, metadata_filter }: ParsedAskRequest,
  { query, principal, signal }: Asker & { readonly query: string },
): Promise<FoundForAnswer> {
  const found = await searchDocuments(
    search,
    searchRequestSchema.parse({
      query,
      limit: passagesSearched,
      collection_filter,
      metadata_filter,
      rerank: search.reranker.id !== 'none',
    }),
    { principal, documents: settings.documents, signal },
  );
  const chunks = listBestPassages(found).slice(0, settings.passages);
  return {
    chunks,
    evidence: weighFound(search.analyzer, found.searched, chunks),
    retrieval: {
      k: chunks.length,
      alpha: found.denseWeight,
      filters: {
        ...(collection_filter && { collection_filter }),
        ...(metadata_filter && { metadata_filter }),
      },
      warnings: [...found.warnings],
    },
  };
}

function toPassage(
  chunk: FoundChunk,
  { urlTemplate }: Pick<AnswerSettings, 'urlTemplate'>,
): Passage {
  const { document_id: id, metadata } = chunk;
  return {
    documentId: id,
    chunkId: chunk.id,
    title: chunk.document_title || id,
    url: metadata?.url ?? fillUrlTemplate(urlTemplate, id, metadata?.external_id ?? null),
    fileName: metadata?.file_name ?? null,
    mimeType: metadata?.mime_type ?? null,
    version: metadata?.version ?? 1,
    page: metadata?.page ?? null,
    pages: metadata?.pages ?? [],
    section: metadata?.section ?? null,
    text: chunk.text,
    start: metadata?.start ?? 0,
    ...(chunk.corrected && { correctedUntil: metadata?.end ?? 0 }),
    relevance: relevanceOf(chunk),
  };
}

function toExchanges(history: NonNullable<ParsedAskRequest['history']>): Exchange[] {
  return history.flatMap(({ role, content }, at) => {
    const next = history[at + 1];
    if (role !== 'user' || next?.role !== 'assistant') return [];
    return { question: content, answer: next.content };
  });
}
