import type { EvaluationAnswer, FeedbackEntry } from '@lectern/contracts';
import { Button, Checkbox, Group, Stack, Textarea } from '@mantine/core';
import { useSessionStorage } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { refreshQueries } from '../api/query-client.ts';
import { Dialog } from '../components/dialog.tsx';
import { Hint } from '../components/hint.tsx';
import { notifyDone } from '../components/notify.ts';
import { useAction } from '../components/use-action.ts';
import {
  evaluationKeys,
  evaluationQuestionsQuery,
  evaluationSetsQuery,
} from '../evaluation-sets/evaluation-sets.ts';
import { beginSearch, markingSetKey } from '../evaluation-sets/marking.ts';
import { SetPicker } from '../evaluation-sets/set-picker.tsx';
import { useTexts } from '../i18n/language.tsx';
import { listCitedDocuments } from './cited-documents.ts';

export interface QuestionToSetProps {
  readonly entry: FeedbackEntry;
  readonly onClose: () => void;
}

/** Maximum length of a query in characters. */
const maxQueryLength = 2_000;

/** Adds a rated question to an evaluation set with the documents that its answer cites. */
export function QuestionToSet({ entry, onClose }: QuestionToSetProps) {
  const texts = useTexts('feedback');
  const navigate = useNavigate();
  const cited = listCitedDocuments(entry);
  const [chosenId, setChosenId] = useState<string>();
  const [words, setWords] = useState(entry.question.slice(0, maxQueryLength));
  const [right, setRight] = useState(cited.filter(({ isRight }) => isRight).map(({ id }) => id));
  const [markingSet, setMarkingSet] = useSessionStorage({ key: markingSetKey, defaultValue: '' });
  const sets = useQuery(evaluationSetsQuery).data ?? [];
  const likely =
    sets.find(({ id }) => id === markingSet) ?? (sets.length === 1 ? sets[0] : undefined);
  const setId = chosenId ?? likely?.id ?? '';
  const query = words.trim();
  const save = useSaveQuestion({ setId, query, documentIds: right });
  const goOn = () => {
    beginSearch(query);
    setMarkingSet(setId);
    void navigate({ to: '/search' });
  };
  const saveAnd = (then: () => void) => save.mutate(undefined, { onSuccess: then });
  const isReady = setId !== '' && query !== '';
  return (
    <Dialog onClose={onClose} size="lg" title={texts.toQuestion}>
      <Stack gap="md">
        <SetPicker setId={setId} onChange={setChosenId} />
        <Textarea
          label={texts.question}
          autosize
          minRows={1}
          maxRows={6}
          maxLength={maxQueryLength}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        {cited.length === 0 ? (
          <Hint>{texts.nothingCited}</Hint>
        ) : (
          <Checkbox.Group
            label={texts.correctAnswers}
            description={texts.rightDocumentsText}
            value={right}
            onChange={setRight}
          >
            <Stack gap="xs" mt="xs">
              {cited.map(({ id, title, quote }) => (
                <Checkbox key={id} value={id} label={title} description={quote.slice(0, 160)} />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
      </Stack>
      <Group justify="flex-end" mt="md">
        <Button
          variant="default"
          disabled={!isReady || save.isPending}
          onClick={() => saveAnd(goOn)}
        >
          {texts.saveAndMark}
        </Button>
        <Button
          loading={save.isPending}
          disabled={!isReady}
          onClick={() =>
            saveAnd(() => {
              notifyDone(texts.questionSaved);
              onClose();
            })
          }
        >
          {texts.save}
        </Button>
      </Group>
    </Dialog>
  );
}

interface QuestionOfSet {
  readonly setId: string;
  readonly query: string;
  /** Documents to add as correct answers; existing answers are kept. */
  readonly documentIds: readonly string[];
}

/** Saves a question in a set and keeps its earlier answers. */
function useSaveQuestion({ setId, query, documentIds }: QuestionOfSet) {
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
