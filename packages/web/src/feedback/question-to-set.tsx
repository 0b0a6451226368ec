import { Button, Modal, Text } from '@mantine/core';
import { useSessionStorage } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { evaluationKeys, evaluationQuestionsQuery } from '../evaluation-sets/evaluation-sets.ts';
import { markingSetKey, searchWordsKey } from '../evaluation-sets/marking.ts';
import { SetPicker } from '../evaluation-sets/set-picker.tsx';
import { partsTexts } from '../parts/parts-texts.ts';
import { useAction } from '../parts/use-action.ts';
import { useTexts } from '../texts/language.tsx';
import { feedbackTexts } from './feedback-texts.ts';

export interface QuestionToSetProps {
  readonly question: string;
  readonly onClose: () => void;
}

/** The longest query that is searched, in characters. */
const maxQueryLength = 2_000;

/** Puts a question into an evaluation set and goes on to Search, where its answers are marked. */
export function QuestionToSet({ question, onClose }: QuestionToSetProps) {
  const texts = useTexts(feedbackTexts);
  const parts = useTexts(partsTexts);
  const client = useQueryClient();
  const navigate = useNavigate();
  const [setId, setSetId] = useState('');
  const [, setWords] = useSessionStorage({ key: searchWordsKey, defaultValue: '' });
  const [, setMarkingSet] = useSessionStorage({ key: markingSetKey, defaultValue: '' });
  const query = question.trim().slice(0, maxQueryLength).trim();
  const save = useAction(
    async () => {
      const questions = await client.fetchQuery(evaluationQuestionsQuery(setId));
      // Saving it again would take its answers away.
      if (questions.some((one) => one.query === query)) return;
      const body = { query, answers: [] };
      await call('saveEvaluationQuestion', { params: { id: setId }, body });
    },
    {
      onDone: () => {
        void client.invalidateQueries(evaluationKeys);
        setWords(query);
        setMarkingSet(setId);
        void navigate({ to: '/search' });
      },
    },
  );
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.toQuestion}
      closeButtonProps={{ 'aria-label': parts.close }}
    >
      <Text size="sm" mb="md">
        {texts.toQuestionText}
      </Text>
      <SetPicker setId={setId} onChange={setSetId} />
      <Button mt="md" loading={save.isPending} disabled={!setId} onClick={() => save.mutate()}>
        {texts.toQuestionAction}
      </Button>
    </Modal>
  );
}
