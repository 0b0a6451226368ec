import type { RunSettings } from '@lectern/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { evaluationKeys } from '../evaluation-sets/evaluation-sets.ts';
import type { Formats } from '../i18n/formats.ts';
import type { Texts } from '../i18n/texts.ts';
import type { SearchSettings } from '../search/search-options.ts';

const refreshMs = 1_000;

export function runsQuery(id: string) {
  return queryOptions({
    queryKey: [...evaluationKeys.queryKey, id, 'runs'],
    queryFn: ({ signal }) =>
      call('listEvaluationRuns', { params: { id }, query: { limit: 50 }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.runs.some(({ status }) => status === 'running') ? refreshMs : false,
  });
}

export function runQuery(id: string, runId: string) {
  return queryOptions({
    queryKey: [...evaluationKeys.queryKey, id, 'runs', runId],
    queryFn: ({ signal }) => call('getEvaluationRun', { params: { id, run_id: runId }, signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? refreshMs : false),
  });
}

export function toEvaluationSettings({ mode, fusion, weight, rerank, recency }: SearchSettings) {
  return {
    mode,
    rerank,
    recency_boost: recency,
    ...(fusion !== 'default' && { fusion }),
    ...(mode === 'hybrid' && weight !== undefined && { dense_weight: weight }),
  };
}

/** Formats settings as `Hybrid, rank fusion, reranked`. */
export function nameSettings(
  settings: RunSettings,
  texts: Texts['evaluation'],
  formats: Formats,
): string {
  const { mode, fusion, dense_weight, rerank, recency_boost, collection_filter } = settings;
  return [
    texts[mode],
    fusion && texts[fusion],
    dense_weight !== undefined && texts.weight(formats.percent(dense_weight)),
    rerank && texts.rerank,
    recency_boost > 0 && texts.recency(formats.percent(recency_boost)),
    collection_filter && texts.scoped,
    settings.embedding_model && texts.triedModel,
    settings.reranker && texts.triedReranker,
  ]
    .filter(Boolean)
    .join(', ');
}
