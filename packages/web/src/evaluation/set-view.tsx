import type { EvaluationSet } from '@lectern/contracts';
import { Button, Group, Stack, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { Hint } from '../components/hint.tsx';
import { evaluationSetsQuery } from '../evaluation-sets/evaluation-sets.ts';
import { NameSetDialog } from '../evaluation-sets/name-set-dialog.tsx';
import { useTexts } from '../i18n/language.tsx';
import { runsQuery } from './evaluation-runs.ts';
import { QuestionList } from './question-list.tsx';
import { RunForm } from './run-form.tsx';
import { RunList } from './run-list.tsx';
import { RunView } from './run-view.tsx';

export function SetView({ set }: { readonly set: EvaluationSet }) {
  const texts = useTexts('evaluation');
  const client = useQueryClient();
  const navigate = useNavigate();
  const { run: chosenId } = useSearch({ strict: false });
  const runs = useQuery(runsQuery(set.id)).data?.runs ?? [];
  const shown = runs.find(({ id }) => id === chosenId) ?? runs[0];
  const [task, setTask] = useState<'rename' | 'delete'>();
  return (
    <Stack gap="xl">
      <Group justify="space-between">
        <div>
          <Title order={2} size="h3">
            {set.name}
          </Title>
          <Hint>{texts.countQuestions(set.question_count)}</Hint>
        </div>
        <Group gap="xs">
          <Button variant="default" size="xs" onClick={() => setTask('rename')}>
            {texts.rename}
          </Button>
          <Button variant="default" size="xs" onClick={() => setTask('delete')}>
            {texts.deleteSet}
          </Button>
        </Group>
      </Group>
      <RunForm
        set={set}
        isRunning={runs.some(({ status }) => status === 'running')}
        onStarted={({ id }) =>
          void navigate({
            to: '/evaluations/$setId',
            params: { setId: set.id },
            search: { run: id },
            resetScroll: false,
          })
        }
      />
      {shown && <RunView key={shown.id} setId={set.id} run={shown} />}
      <RunList setId={set.id} runs={runs} activeId={shown?.id} />
      <QuestionList setId={set.id} />
      {task === 'rename' && <NameSetDialog set={set} onClose={() => setTask(undefined)} />}
      <ConfirmDialog
        isOpen={task === 'delete'}
        title={texts.deleteSet}
        text={texts.deleteSetText}
        action={texts.delete}
        act={() => call('deleteEvaluationSet', { params: { id: set.id } })}
        onDone={() => {
          client.setQueryData(evaluationSetsQuery.queryKey, (sets) =>
            sets?.filter(({ id }) => id !== set.id),
          );
          void navigate({ to: '/evaluations' });
        }}
        onClose={() => setTask(undefined)}
      />
    </Stack>
  );
}
