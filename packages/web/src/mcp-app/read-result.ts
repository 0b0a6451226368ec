import { z } from 'zod';
import { CodePoints } from '../document-viewer/code-points.ts';
import type { AppSource } from './app-source.ts';

const pageSchema = z.number().int().nullable();
const placeSchema = z.object({ start: z.number().int(), end: z.number().int(), page: pageSchema });

/** Result of `rag_query_with_chunks`. */
const answerSchema = z.object({
  data: z.object({
    citations: z.array(
      placeSchema.extend({
        n: z.number().int(),
        document_id: z.string(),
        title: z.string(),
        quote: z.string(),
        supported: z.boolean(),
        url: z.string().nullable(),
      }),
    ),
  }),
});

/** Result of `search_documents` with sources. */
const passagesSchema = z.object({
  results: z.array(
    z.object({
      content: z.string(),
      document_title: z.string(),
      metadata: placeSchema.extend({ document_id: z.string(), url: z.string().nullable() }),
    }),
  ),
});

/** Result of `retrieve_context`. */
const articlesSchema = z.object({
  articles: z.array(
    z.object({
      kb_id: z.string(),
      title: z.string(),
      url: z.string().nullable(),
      content: z.string(),
      metadata: z.object({
        parts: z
          .array(
            placeSchema.extend({
              at: z.number().int(),
              relevance: z.number().nullable(),
              corrected_length: z.number().int().optional(),
            }),
          )
          .default([]),
      }),
    }),
  ),
});

type Found = Omit<AppSource, 'n' | 'supported'>;

export interface ShownResult {
  readonly structuredContent?: unknown;
  readonly content: readonly { readonly type: string; readonly text?: string }[];
}

/** Returns the passages of a tool result, or none for other tools. */
export function readResult(result: ShownResult): readonly AppSource[] {
  // Some clients pass only the text, which contains the same JSON.
  return readSources(result.structuredContent ?? readJson(result.content[0]?.text));
}

function readJson(text = ''): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readSources(content: unknown): readonly AppSource[] {
  const answer = answerSchema.safeParse(content);
  if (answer.success) {
    return answer.data.data.citations.map(({ document_id, ...citation }) => ({
      ...citation,
      documentId: document_id,
    }));
  }
  const passages = passagesSchema.safeParse(content);
  if (passages.success) {
    return number(
      passages.data.results.map(({ content: quote, document_title, metadata }) => {
        const { document_id, ...place } = metadata;
        return { ...place, quote, title: document_title, documentId: document_id };
      }),
    );
  }
  const articles = articlesSchema.safeParse(content);
  return articles.success ? number(articles.data.articles.flatMap(readArticle)) : [];
}

/** Returns the found passages; the document shows the text around them. */
function readArticle(article: z.output<typeof articlesSchema>['articles'][number]): Found[] {
  const { kb_id: documentId, title, url, metadata } = article;
  const content = new CodePoints(article.content);
  return metadata.parts
    .filter(({ relevance }) => relevance !== null)
    .map(({ start, end, page, at, corrected_length }) => ({
      documentId,
      title,
      url,
      page,
      start,
      end,
      quote: content.slice(at, at + (corrected_length ?? end - start)),
    }));
}

function number(found: readonly Found[]): readonly AppSource[] {
  return found.map((one, index) => ({ ...one, n: index + 1, supported: true }));
}
