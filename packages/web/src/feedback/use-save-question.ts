import type { EvaluationAnswer } from '@lectern/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { refreshQueries } from '../api/query-client.ts';
import { useAction } from '../components/use-action.ts';
import { evaluationKeys, evaluationQuestionsQuery } from '../evaluation-sets/evaluation-sets.ts';

export interface QuestionOfSet {
  readonly setId: string;
  readonly query: string;
  /** Documents to add as correct answers; existing answers are kept. */
  readonly documentIds: readonly string[];
}

/** Saves a question in a set and keeps its earlier answers. */
export function useSaveQuestion({ setId, query, documentIds }: QuestionOfSet) {
  const client = useQueryClient();
  return useAction(
    async () => {
      const questions = await client.fetchQuery({
        ...evaluationQuestionsQuery(setId),
        staleTime: 0,
      });
      const marked = (questions.find((one) => one.query === query)?.answers ?? []).map(
        ({ document_id, start, end }): EvaluationAnswer =>
          start === null || end === null ? { document_id } : { document_id, start, end },
      );
      const added = documentIds.filter(
        (id) => !marked.some(({ document_id }) => document_id === id),
      );
      const answers = [...marked, ...added.map((document_id) => ({ document_id }))];
      await call('saveEvaluationQuestion', { params: { id: setId }, body: { query, answers } });
    },
    { onDone: () => refreshQueries(evaluationKeys) },
  );
}
