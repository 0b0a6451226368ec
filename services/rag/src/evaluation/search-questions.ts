import { type EvaluationSettings, type Principal, searchRequestSchema } from '@lectern/contracts';
import { searchChunks } from '../search/search-chunks.ts';
import type { SearchDependencies } from '../search/search-state.ts';
import { evaluationLimits } from './evaluation-limits.ts';
import type { StoredAnswer } from './load-answers.ts';
import type { MeasuredQuestion, SearchedQuestion } from './measure-run.ts';
import { rankAnswers } from './rank-answers.ts';

/** A question with a right answer. */
export interface AskedQuestion {
  readonly id: string;
  readonly query: string;
  readonly answers: readonly StoredAnswer[];
}

export interface SettingsToMeasure {
  readonly settings: EvaluationSettings;
  readonly search: SearchDependencies;
}

export interface SearchQuestionsOptions {
  readonly principal: Principal;
  /** Each with what its searches use. */
  readonly settings: readonly SettingsToMeasure[];
  /** Called after each search with the number of finished searches. */
  readonly onProgress: (done: number) => Promise<void>;
  readonly signal: AbortSignal;
}

/**
 * Searches with each of the settings for each question, one search at a time, so that other
 * searches are hardly slowed. An error of a search ends it.
 */
export async function searchQuestions(
  questions: readonly AskedQuestion[],
  { principal, settings, onProgress, signal }: SearchQuestionsOptions,
): Promise<MeasuredQuestion[]> {
  const measured: MeasuredQuestion[] = [];
  let done = 0;
  for (const { id, query, answers } of questions) {
    const searched: SearchedQuestion[] = [];
    for (const { settings: one, search } of settings) {
      signal.throwIfAborted();
      const request = searchRequestSchema.parse({ ...one, query, limit: evaluationLimits.depth });
      const { response } = await searchChunks(search, request, {
        principal,
        signal,
        readsOperators: true,
      });
      searched.push({
        ranking: rankAnswers(response.chunks, answers),
        searchTimeMs: response.search_time_ms,
        hasWarning: response.warnings.some(({ code }) => /^(rerank|embedding)_/.test(code)),
      });
      done += 1;
      await onProgress(done);
    }
    measured.push({ id, query, answerIds: answers.map((answer) => answer.id), searched });
  }
  return measured;
}
