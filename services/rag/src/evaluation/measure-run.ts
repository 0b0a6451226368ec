import type {
  EvaluationMetric,
  EvaluationRunResult,
  EvaluationScore,
  EvaluationSettingResult,
  RunSettings,
} from '@lectern/contracts';
import { bootstrapInterval, mean, median, ndcg, recall, reciprocalRank } from '@lectern/evaluation';
import { evaluationLimits } from './evaluation-limits.ts';

/** Result of one search for one question. */
export interface SearchedQuestion {
  /** Ids from {@link rankAnswers}. */
  readonly ranking: readonly string[];
  readonly searchTimeMs: number;
  readonly hasWarning: boolean;
}

export interface MeasuredQuestion {
  readonly id: string;
  readonly query: string;
  readonly answerIds: readonly string[];
  /** One result for each of the settings. */
  readonly searched: readonly SearchedQuestion[];
}

type Figures = Readonly<Record<EvaluationMetric, readonly number[]>>;
type Scores = EvaluationSettingResult['scores'];

const metrics = ['ndcg_at_10', 'recall_at_10', 'recall_at_100', 'mrr'] as const;
const bootstrap = { seed: 20_260_728, resamples: 2_000 };

/**
 * Returns means with their intervals for each of the settings, and the outcome of each question.
 */
export function measureRun(
  settings: readonly RunSettings[],
  questions: readonly MeasuredQuestion[],
  embedded: readonly EvaluationSettingResult['embedded'][] = [],
): EvaluationRunResult {
  const figures = settings.map((_, at) => measureSettings(questions, at));
  const [first] = figures;
  return {
    settings: settings.map((one, at) => {
      const own = figures[at] as Figures;
      const searched = questions.flatMap((question) => question.searched[at] ?? []);
      const times = searched.map(({ searchTimeMs }) => searchTimeMs);
      return {
        settings: one,
        embedded: embedded[at] ?? null,
        scores: toScores(own),
        against_first: at === 0 || !first ? null : toScores(subtract(own, first)),
        median_search_ms: median(times),
        fallbacks: searched.filter(({ hasWarning }) => hasWarning).length,
      };
    }),
    questions: questions.map(({ id, query, answerIds, searched }, question) => ({
      id,
      query,
      results: searched.map(({ ranking }, at) => ({
        ndcg_at_10: figures[at]?.ndcg_at_10[question] ?? 0,
        first_rank: findFirstRank(ranking, answerIds),
      })),
    })),
  };
}

function measureSettings(questions: readonly MeasuredQuestion[], at: number): Figures {
  const rows = questions.map(({ answerIds, searched }) => {
    const ranking = searched[at]?.ranking ?? [];
    const right = new Map(answerIds.map((id) => [id, 1]));
    return {
      ndcg_at_10: ndcg(ranking, right, 10),
      recall_at_10: recall(ranking, right, 10),
      recall_at_100: recall(ranking, right, evaluationLimits.depth),
      mrr: reciprocalRank(ranking, right, evaluationLimits.depth),
    };
  });
  return mapMetrics((metric) => rows.map((row) => row[metric]));
}

function findFirstRank(ranking: readonly string[], answerIds: readonly string[]): number | null {
  const at = ranking.findIndex((id) => answerIds.includes(id));
  return at < 0 ? null : at + 1;
}

function subtract(figures: Figures, first: Figures): Figures {
  return mapMetrics((metric) =>
    figures[metric].map((value, at) => value - (first[metric][at] ?? 0)),
  );
}

function toScores(figures: Figures): Scores {
  return mapMetrics((metric) => toScore(figures[metric]));
}

function toScore(values: readonly number[]): EvaluationScore {
  return { mean: mean(values), ...bootstrapInterval(values, bootstrap) };
}

function mapMetrics<Value>(
  map: (metric: EvaluationMetric) => Value,
): Record<EvaluationMetric, Value> {
  return Object.fromEntries(metrics.map((metric) => [metric, map(metric)])) as Record<
    EvaluationMetric,
    Value
  >;
}
