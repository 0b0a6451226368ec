import type { EvaluationAnswer } from '@lectern/contracts';
import { useSessionStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { refreshQueries } from '../api/query-client.ts';
import { isAdmin, useMe } from '../api/session.ts';
import { notifyDone } from '../components/notify.ts';
import { useAction } from '../components/use-action.ts';
import { evaluationKeys, evaluationQuestionsQuery } from '../evaluation-sets/evaluation-sets.ts';
import { markingSetKey } from '../evaluation-sets/marking.ts';
import { useTexts } from '../i18n/language.tsx';

export interface Marking {
  /** Empty without a set. */
  readonly setId: string;
  readonly setSetId: (setId: string) => void;
  /** Correct answers to the current query. */
  readonly answers: readonly EvaluationAnswer[];
  readonly setAnswers: (answers: readonly EvaluationAnswer[]) => void;
  readonly isSaved: boolean;
  readonly isSaving: boolean;
  readonly save: () => void;
}

interface Edited {
  readonly key: string;
  readonly answers: readonly EvaluationAnswer[];
}

/** Marks correct answers to a query; undefined without permission. */
export function useMarking(query: string): Marking | undefined {
  const texts = useTexts('search');
  const mayMark = isAdmin(useMe());
  const [setId, setSetId] = useSessionStorage({
    key: markingSetKey,
    defaultValue: '',
    getInitialValueInEffect: false,
  });
  const questions = useQuery(evaluationQuestionsQuery(mayMark ? setId : '')).data;
  const [edited, setEdited] = useState<Edited>();
  const key = `${setId} ${query}`;
  const stored = questions?.find((question) => question.query === query);
  const own = edited?.key === key ? edited.answers : undefined;
  const answers =
    own ??
    stored?.answers.map(({ document_id, start, end }) =>
      start === null || end === null ? { document_id } : { document_id, start, end },
    ) ??
    [];
  const save = useAction(
    () =>
      call('saveEvaluationQuestion', {
        params: { id: setId },
        body: { query, answers: [...answers] },
      }),
    {
      onDone: async () => {
        await refreshQueries(evaluationKeys);
        setEdited(undefined);
        notifyDone(texts.questionSaved);
      },
    },
  );
  if (!mayMark) return undefined;
  return {
    setId,
    setSetId,
    answers,
    setAnswers: (next) => setEdited({ key, answers: next }),
    isSaved: own === undefined && stored !== undefined,
    isSaving: save.isPending,
    save: () => save.mutate(),
  };
}
