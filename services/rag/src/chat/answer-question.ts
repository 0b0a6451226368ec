import {
  checkCitations,
  type Exchange,
  fitPassages,
  numberDocuments,
  type Passage,
  sentencesFor,
  toRetrievalQuery,
  writeAnswer,
} from '@lectern/answering';
import {
  AppError,
  type AskResponse,
  type FoundChunk,
  type ParsedAskRequest,
  searchRequestSchema,
} from '@lectern/contracts';
import type { LanguageModel } from '@lectern/models';
import { supportsAnswer } from '@lectern/retrieval/evidence';
import { fillUrlTemplate } from '../articles/fill-url-template.ts';
import type { Asker } from '../search/search-chunks.ts';
import { listBestPassages, passagesSearched, searchDocuments } from '../search/search-documents.ts';
import type { SearchDependencies } from '../search/search-state.ts';
import { weighFound } from '../search/weigh-found.ts';

export interface AnswerSettings {
  /** Documents that are looked for, as for articles. */
  readonly documents: number;
  /** Passages of them that are read. */
  readonly passages: number;
  /** Tokens of the passages that the model is given. */
  readonly contextTokens: number;
  readonly answerTokens: number;
  /** Address of a document without one. */
  readonly urlTemplate: string | undefined;
}

export interface AnswerDependencies {
  readonly search: SearchDependencies;
  /** Undefined where no model service is set up. */
  readonly model: LanguageModel | undefined;
  readonly settings: AnswerSettings;
}

export interface AnswerListener {
  onRetrieval(found: Pick<AskResponse, 'chunks' | 'retrieval'>): void;
  onText(text: string): void;
}

/**
 * Answers one question from the collections, with checked citations, or abstains. Whether what was
 * found is good enough is decided before the model writes a word.
 * @throws AppError `model_unavailable`, and what the search throws.
 */
export async function answerQuestion(
  { search, model, settings }: AnswerDependencies,
  request: ParsedAskRequest,
  { principal, listener, signal }: Asker & { readonly listener: AnswerListener },
): Promise<AskResponse> {
  if (!model) throw new AppError('model_unavailable');
  const { question, history = [], collection_filter, metadata_filter } = request;
  const { request_id: requestId, session_id: sessionId } = request;
  const exchanges = toExchanges(history);
  const query = toRetrievalQuery(question, exchanges);
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
  const retrieval: AskResponse['retrieval'] = {
    k: chunks.length,
    alpha: found.denseWeight,
    filters: {
      ...(collection_filter && { collection_filter }),
      ...(metadata_filter && { metadata_filter }),
    },
    warnings: [...found.warnings],
  };
  listener.onRetrieval({ chunks, retrieval });

  const evidence = weighFound(search.analyzer, query, chunks);
  if (!supportsAnswer(evidence)) {
    const answer = sentencesFor(question).abstained;
    listener.onText(answer);
    return { ...nothingCited, answer, abstained: true, chunks, evidence, retrieval, model: null };
  }
  const sources = numberDocuments(
    fitPassages(
      chunks.map((chunk) => toPassage(chunk, settings)),
      settings.contextTokens,
    ),
  );
  const written = await writeAnswer(
    model,
    {
      question,
      history: exchanges,
      sources,
      maxTokens: settings.answerTokens,
      caller: { ...(requestId && { requestId }), ...(sessionId && { sessionId }) },
    },
    { onText: listener.onText, signal },
  );
  retrieval.warnings.push(...written.warnings);
  if (written.abstained) {
    const { text: answer, model: name } = written;
    return { ...nothingCited, answer, abstained: true, chunks, evidence, retrieval, model: name };
  }
  const checked = checkCitations(search.analyzer, written.text, sources);
  retrieval.warnings.push(...checked.warnings);
  return {
    answer: checked.text,
    abstained: false,
    citations: [...checked.citations],
    chunks,
    evidence,
    used_chunk_ids: [...new Set(checked.citations.map(({ chunk_id }) => chunk_id))],
    retrieval,
    model: written.model,
  };
}

const nothingCited = { citations: [], used_chunk_ids: [] };

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
    relevance: chunk.scores?.relevance ?? chunk.score,
  };
}

/** Questions with the answers that followed them. */
function toExchanges(history: NonNullable<ParsedAskRequest['history']>): Exchange[] {
  return history.flatMap(({ role, content }, at) => {
    const next = history[at + 1];
    if (role !== 'user' || next?.role !== 'assistant') return [];
    return { question: content, answer: next.content };
  });
}
