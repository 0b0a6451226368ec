import {
  type Article,
  type ArticlesResponse,
  type FoundChunk,
  type Metadata,
  type ParsedArticlesRequest,
  searchRequestSchema,
} from '@lectern/contracts';
import { supportsAnswer } from '@lectern/retrieval/evidence';
import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import type { Asker } from '../search/search-chunks.ts';
import { listBestPassages, passagesSearched, searchDocuments } from '../search/search-documents.ts';
import type { SearchDependencies } from '../search/search-state.ts';
import { toPages } from '../search/to-pages.ts';
import { passagesWeighed, weighFound } from '../search/weigh-found.ts';
import { fillUrlTemplate } from './fill-url-template.ts';
import { type ArticleChunk, type FittedArticle, fitArticle } from './fit-article.ts';

export interface ArticleSettings {
  /** Default number of articles. */
  readonly topK: number;
  /** Maximum tokens of all articles together. */
  readonly tokenBudget: number;
  /** Template for the address of a document without one. */
  readonly urlTemplate: string | undefined;
}

export interface ArticleDependencies {
  readonly search: SearchDependencies;
  readonly settings: ArticleSettings;
}

/**
 * Returns whole articles for a question: the documents of a search, in order of their best passage,
 * each joined from its chunks. An article that exceeds its share of the token budget is reduced to
 * its best passages. The passages of which the evidence is weighed are always included.
 */
export async function retrieveArticles(
  { search, settings }: ArticleDependencies,
  { query, top_k: topK, collection_filter }: ParsedArticlesRequest,
  asker: Asker,
): Promise<ArticlesResponse> {
  const wanted = topK ?? settings.topK;
  const request = searchRequestSchema.parse({
    query,
    limit: passagesSearched,
    collection_filter,
    rerank: search.reranker.id !== 'none',
  });
  const result = await searchDocuments(search, request, { documents: wanted, ...asker });
  const { warnings } = result;
  const listed = listBestPassages(result);
  const evidence = weighFound(search.analyzer, result.searched, listed);
  const best = supportsAnswer(evidence) || !isUnrelated(listed) ? listed : [];
  const found = best.length > 0 ? result.documents : [];
  const contents = await loadContents(search.database, {
    documentIds: found.map(([id]) => id),
    passageIds: [...best, ...found.flatMap(([, passages]) => passages)].map(({ id }) => id),
    tokenBudget: settings.tokenBudget,
  });
  const weighed = best.slice(0, passagesWeighed);
  const reserved = reserveTokens(weighed, contents, settings.tokenBudget);
  const articles: Article[] = [];
  let left = Math.max(0, settings.tokenBudget - sum(reserved.values()));
  for (const [at, [id, passages]] of found.entries()) {
    const document = contents.get(id);
    if (!document) continue;
    const own = reserved.get(id) ?? 0;
    const fitted = fitArticle(document.chunks, new Set(passages.map((passage) => passage.id)), {
      budgetTokens: own + Math.floor(left / (found.length - at)),
      articleTokens: document.tokens,
    });
    left -= Math.max(0, fitted.tokens - own);
    articles.push(toArticle({ id, document, passages, fitted }, settings));
  }
  return {
    articles,
    metadata: {
      query,
      top_k_requested: topK ?? null,
      articles_count: articles.length,
      has_results: articles.length > 0,
      evidence,
      ...(warnings.length > 0 && { warnings: [...warnings] }),
    },
  };
}

/**
 * 3 of 1,000 answerable questions have a lower relevance, and half of the questions to another
 * collection.
 */
const minRelevance = 0.3;

/** Returns whether no passage contains a word of the query or is near it in meaning. */
function isUnrelated(passages: readonly FoundChunk[]): boolean {
  return passages.every(
    ({ scores }) => scores !== undefined && scores.bm25 === null && scores.relevance < minRelevance,
  );
}

/** Reserves tokens for the best passages of all articles, as far as the budget goes. */
function reserveTokens(
  best: readonly FoundChunk[],
  contents: ReadonlyMap<string, StoredArticle>,
  budget: number,
): ReadonlyMap<string, number> {
  const reserved = new Map<string, number>();
  for (const { id, document_id } of best) {
    const chunk = contents.get(document_id)?.chunks.find((one) => one.id === id);
    if (!chunk || sum(reserved.values()) + chunk.token_count > budget) break;
    reserved.set(document_id, (reserved.get(document_id) ?? 0) + chunk.token_count);
  }
  return reserved;
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}

interface StoredArticle {
  readonly pageCount: number | null;
  readonly externalId: string | null;
  /** Metadata that the document was added with. */
  readonly ownMetadata: Metadata;
  readonly tokens: number;
  /** The found ones alone of a document that exceeds the token budget. */
  readonly chunks: readonly ArticleChunk[];
}

async function loadContents(
  database: Database,
  {
    documentIds,
    passageIds,
    tokenBudget,
  }: {
    readonly documentIds: readonly string[];
    readonly passageIds: readonly string[];
    readonly tokenBudget: number;
  },
): Promise<Map<string, StoredArticle>> {
  const rows = await database
    // Once for each document: joined to the chunks, it would be counted for each of them.
    .with(
      (cte) => cte('whole').materialized(),
      (query) =>
        query
          .selectFrom('rag.documents as d')
          .innerJoin('rag.chunks as c', 'c.revision', 'd.active_revision')
          .select(['d.id', sql<number>`sum(c.token_count)::int`.as('tokens')])
          .where(sql<boolean>`d.id = any(${[...documentIds]}::uuid[])`)
          .where('d.deleted_at', 'is', null)
          .where('c.hidden', '=', false)
          .groupBy('d.id'),
    )
    .selectFrom('whole')
    .innerJoin('rag.documents as d', 'd.id', 'whole.id')
    .innerJoin('rag.chunks as k', (join) =>
      join
        .onRef('k.revision', '=', 'd.active_revision')
        .on('k.hidden', '=', false)
        .on(
          sql<boolean>`(whole.tokens <= ${tokenBudget} or k.id = any(${[...passageIds]}::uuid[]))`,
        ),
    )
    .select([
      'k.id',
      'k.position',
      'k.document_id',
      'whole.tokens',
      'k.text',
      'k.start_offset',
      'k.end_offset',
      'k.token_count',
      'k.page',
      'k.page_starts',
      'k.section',
      'k.edit_id',
      'd.page_count',
      'd.external_id',
      'd.metadata',
    ])
    .orderBy('k.document_id')
    .orderBy('k.position')
    .execute();
  const articles = Map.groupBy(rows, (row) => row.document_id);
  return new Map(
    [...articles].map(([id, chunks]) => {
      const [{ page_count = null, external_id = null, metadata = {}, tokens = 0 } = {}] = chunks;
      return [
        id,
        { pageCount: page_count, externalId: external_id, ownMetadata: metadata, tokens, chunks },
      ];
    }),
  );
}

interface FoundArticle {
  readonly id: string;
  readonly document: StoredArticle;
  readonly passages: readonly FoundChunk[];
  readonly fitted: FittedArticle;
}

function toArticle(
  { id, document, passages, fitted: { content, parts, truncated } }: FoundArticle,
  { urlTemplate }: ArticleSettings,
): Article {
  const [best] = passages;
  const metadata = best?.metadata;
  const relevanceOf = new Map(passages.map(({ id, scores }) => [id, scores?.relevance]));
  return {
    kb_id: id,
    title: best?.document_title || id,
    url: metadata?.url ?? fillUrlTemplate(urlTemplate, id, document.externalId),
    content,
    metadata: {
      ...document.ownMetadata,
      external_id: document.externalId,
      collection: best?.collection_name ?? '',
      file_name: metadata?.file_name ?? null,
      mime_type: metadata?.mime_type ?? null,
      version: metadata?.version ?? 1,
      page_count: document.pageCount,
      truncated,
      passages: passages
        .filter(({ id: chunkId }) => parts.some(({ chunk }) => chunk.id === chunkId))
        .map((passage) => ({
          chunk_id: passage.id,
          start: passage.metadata?.start ?? 0,
          end: passage.metadata?.end ?? 0,
          page: passage.metadata?.page ?? null,
          pages: passage.metadata?.pages ?? [],
        })),
      parts: parts.map(({ chunk, start, at, length }) => ({
        chunk_id: chunk.id,
        start,
        end: chunk.end_offset,
        at,
        page: chunk.page,
        pages: toPages(chunk),
        section: chunk.section.join(' > ') || null,
        relevance: relevanceOf.get(chunk.id) ?? null,
        ...(chunk.edit_id && { corrected_length: length }),
      })),
    },
  };
}
