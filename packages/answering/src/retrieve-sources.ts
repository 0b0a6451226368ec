import type { Warning } from '@lectern/contracts';
import type { CallerIds, LanguageModel } from '@lectern/models';
import { estimateTokens } from '@lectern/retrieval/text';
import { chooseSources } from './fitting/fit-passages.ts';
import type { NumberedSource } from './numbered-source.ts';
import type { Exchange } from './passage.ts';
import { maxSearches, type Retriever } from './retriever.ts';
import { chooseQueries } from './retrieving/choose-queries.ts';
import { toRetrievalQuery } from './retrieving/retrieval-query.ts';

/** Sources of an answer, and the searches that found them. */
export interface RetrievedSources {
  readonly queries: readonly string[];
  readonly sources: readonly NumberedSource[];
  /** Probability that the sources answer the question, 0 to 1: the highest of all searches. */
  readonly evidence: number;
  /** No search gave an answer. */
  readonly unavailable: boolean;
  /** Warnings of the latest searches. */
  readonly warnings: readonly Warning[];
  readonly budget: SearchBudget;
}

/** Limits of the further searches of a turn. */
export interface SearchBudget {
  /** Tokens of sources that the model may still read. */
  readonly tokens: number;
  /** Time after which no further search begins, in milliseconds since 1970. */
  readonly until: number;
}

export interface RetrievalTask {
  readonly question: string;
  readonly history: readonly Exchange[];
  /** Maximum tokens of the sources. */
  readonly sourceTokens: number;
  readonly caller?: CallerIds;
  /** The earlier searches of the turn, and the queries that the model asks for after them. */
  readonly further?: {
    readonly before: Omit<RetrievedSources, 'warnings'>;
    readonly queries: readonly string[];
  };
}

export interface RetrievalDependencies {
  readonly retriever: Retriever;
  readonly model: LanguageModel;
}

/** Readings of full sources per turn. */
const maxReadings = 3;
const maxSearchingMs = 60_000;

/**
 * Searches for a question, or for further queries of the model, and chooses the sources that its
 * answer is written from.
 */
export async function retrieveSources(
  { retriever, model }: RetrievalDependencies,
  { question, history, sourceTokens, caller, further }: RetrievalTask,
  signal: AbortSignal,
): Promise<RetrievedSources> {
  const before = further?.before;
  const { queries, forced } = further
    ? { queries: further.queries, forced: false }
    : await chooseQueries(
        model,
        {
          tool: retriever.tool,
          question,
          history,
          fallback: toRetrievalQuery(question, history),
          ...(caller && { caller }),
        },
        { signal },
      );
  const results = await Promise.all(
    queries.map((query) => retriever.retrieve({ query, forced }, signal)),
  );
  const found = results.filter((result) => result !== undefined);
  const unavailable = found.length === 0 && (before?.unavailable ?? true);
  const warnings: Warning[] = found.flatMap((result) => result.warnings);
  if (unavailable) {
    warnings.push({ code: 'retrieval_unavailable', message: 'The search gave no answer.' });
  }
  const sources = chooseSources(
    [
      ...(before?.sources.flatMap(({ passages }) => passages) ?? []),
      ...found.flatMap(({ passages }) => passages),
    ],
    Math.min(sourceTokens, model.usefulSourceTokens ?? sourceTokens),
  );
  const budget = before?.budget ?? {
    tokens: maxReadings * sourceTokens,
    until: Date.now() + maxSearchingMs,
  };
  return {
    queries: [...(before?.queries ?? []), ...queries],
    sources,
    evidence: Math.max(before?.evidence ?? 0, ...found.map(({ evidence }) => evidence)),
    unavailable,
    warnings,
    budget: { ...budget, tokens: budget.tokens - countTokens(sources) },
  };
}

/** Returns the searches that the turn may still make. */
export function countSearchesLeft({
  queries,
  budget: { tokens, until },
}: Pick<RetrievedSources, 'queries' | 'budget'>): number {
  return tokens <= 0 || Date.now() > until ? 0 : Math.max(0, maxSearches - queries.length);
}

function countTokens(sources: readonly NumberedSource[]): number {
  return sources
    .flatMap(({ passages }) => passages)
    .reduce((sum, { text }) => sum + estimateTokens(text), 0);
}
