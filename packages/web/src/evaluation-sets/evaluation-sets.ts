import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { readAllPages } from '../api/read-all-pages.ts';

const root = ['evaluation-sets'];

/** Invalidates the sets, their questions and their runs. */
export const evaluationKeys = { queryKey: root };

export const evaluationSetsQuery = queryOptions({
  queryKey: [...root, 'list'],
  queryFn: ({ signal }) =>
    readAllPages((query) => call('listEvaluationSets', { query, signal }), 'sets'),
});

export function evaluationQuestionsQuery(id: string) {
  return queryOptions({
    queryKey: [...root, id, 'questions'],
    queryFn: ({ signal }) =>
      readAllPages(
        (query) => call('listEvaluationQuestions', { params: { id }, query, signal }),
        'questions',
      ),
    enabled: id !== '',
  });
}
