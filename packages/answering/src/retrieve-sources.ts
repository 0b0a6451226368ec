import type { Warning } from '@lectern/contracts';
import type { LanguageModel } from '@lectern/models';
import { chooseSources } from './fitting/fit-passages.ts';
import type { NumberedSource } from './numbered-source.ts';
import type { Exchange, Passage } from './passage.ts';
import type { Retriever } from './retriever.ts';
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
  readonly warnings: readonly Warning[];
}

export interface RetrievalTask {
  readonly question: string;
  readonly history: readonly Exchange[];
  /** Maximum tokens of the sources. */
  readonly sourceTokens: number;
}

export interface RetrievalDependencies {
  readonly retriever: Retriever;
  readonly model: LanguageModel;
}

/** Searches for a question and chooses the sources that its answer is written from. */
export async function retrieveSources(
  { retriever, model }: RetrievalDependencies,
  { question, history, sourceTokens }: RetrievalTask,
  signal: AbortSignal,
): Promise<RetrievedSources> {
  const { queries, forced } = await chooseQueries(
    model,
    { tool: retriever.tool, question, history, fallback: toRetrievalQuery(question, history) },
    { signal },
  );
  const passages: Passage[] = [];
  const warnings: Warning[] = [];
  let unavailable = true;
  let evidence = 0;
  for (const query of queries) {
    const found = await retriever.retrieve({ query, forced }, signal);
    if (!found) continue;
    unavailable = false;
    evidence = Math.max(evidence, found.evidence);
    passages.push(...found.passages);
    warnings.push(...found.warnings);
  }
  if (unavailable) {
    warnings.push({ code: 'retrieval_unavailable', message: 'The search gave no answer.' });
  }
  const budgetTokens = Math.min(sourceTokens, model.usefulSourceTokens ?? sourceTokens);
  return {
    queries,
    sources: chooseSources(passages, budgetTokens),
    evidence,
    unavailable,
    warnings,
  };
}
