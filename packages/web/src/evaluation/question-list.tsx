import type { EvaluationQuestion } from '@lectern/contracts';
import { ActionIcon, Button, Group, Text, Title } from '@mantine/core';
import { useSessionStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Search, Trash2 } from 'lucide-react';
import { call } from '../api/call.ts';
import { refreshQueries } from '../api/query-client.ts';
import { Hint } from '../components/hint.tsx';
import { QueryView } from '../components/query-view.tsx';
import { useAction } from '../components/use-action.ts';
import { evaluationKeys, evaluationQuestionsQuery } from '../evaluation-sets/evaluation-sets.ts';
import { beginSearch, markingSetKey } from '../evaluation-sets/marking.ts';
import { useTexts } from '../i18n/language.tsx';
import classes from './evaluation.module.css';

/** Lists the questions of a set with their answers; each opens in Search for marking. */
export function QuestionList({ setId }: { readonly setId: string }) {
  const texts = useTexts('evaluation');
  const navigate = useNavigate();
  const questions = useQuery(evaluationQuestionsQuery(setId));
  const [, setMarkingSet] = useSessionStorage({ key: markingSetKey, defaultValue: '' });
  const mark = (query: string) => {
    beginSearch(query);
    setMarkingSet(setId);
    void navigate({ to: '/search' });
  };
  return (
    <section aria-label={texts.questions}>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4">
          {texts.questions}
        </Title>
        <Button
          variant="default"
          size="xs"
          leftSection={<Search size={15} aria-hidden />}
          onClick={() => mark('')}
        >
          {texts.toSearch}
        </Button>
      </Group>
      <QueryView query={questions}>
        {(list) => (
          <ul className={classes.list}>
            {list.length === 0 && (
              <Text component="li" size="sm" c="dimmed">
                {texts.noQuestions}
              </Text>
            )}
            {list.map((question) => (
              <Question
                key={question.id}
                setId={setId}
                question={question}
                onMark={() => mark(question.query)}
              />
            ))}
          </ul>
        )}
      </QueryView>
    </section>
  );
}

interface QuestionProps {
  readonly setId: string;
  readonly question: EvaluationQuestion;
  readonly onMark: () => void;
}

function Question({ setId, question, onMark }: QuestionProps) {
  const texts = useTexts('evaluation');
  const { id, query, answers } = question;
  const remove = useAction(
    () => call('deleteEvaluationQuestion', { params: { id: setId, question_id: id } }),
    { onDone: () => refreshQueries(evaluationKeys) },
  );
  return (
    <li className={classes.question}>
      <Group wrap="nowrap" justify="space-between" align="flex-start" gap="xs">
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {query}
        </Text>
        <Group wrap="nowrap" gap={2}>
          <ActionIcon aria-label={texts.markQuestion(query)} onClick={onMark}>
            <Search size={16} />
          </ActionIcon>
          <ActionIcon
            loading={remove.isPending}
            aria-label={texts.deleteQuestion(query)}
            onClick={() => remove.mutate()}
          >
            <Trash2 size={16} />
          </ActionIcon>
        </Group>
      </Group>
      {answers.length === 0 && <Hint size="xs">{texts.noAnswers}</Hint>}
      {answers.map(({ document_id, document_title, start, end, outdated }) => (
        <Hint key={`${document_id}${start}`} size="xs">
          <Link
            className={classes.answer}
            to="/documents/$documentId"
            params={{ documentId: document_id }}
            search={start === null || end === null ? {} : { start, end }}
          >
            {document_title}
          </Link>{' '}
          · {start === null ? texts.wholeDocument : texts.passage}
          {outdated && ` · ${texts.outdated}`}
        </Hint>
      ))}
    </li>
  );
}
