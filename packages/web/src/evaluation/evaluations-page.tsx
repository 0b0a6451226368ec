import type { EvaluationRun, EvaluationSet } from '@lectern/contracts';
import { Box, Button, Group, Progress, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Plus, Target } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { Empty } from '../components/empty.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { Hint } from '../components/hint.tsx';
import { Page } from '../components/page.tsx';
import { QueryView } from '../components/query-view.tsx';
import { evaluationSetsQuery } from '../evaluation-sets/evaluation-sets.ts';
import { NameSetDialog } from '../evaluation-sets/name-set-dialog.tsx';
import { useFormats } from '../i18n/formats.ts';
import { useTexts } from '../i18n/language.tsx';
import classes from './evaluation.module.css';
import { runQuery, runsQuery } from './evaluation-runs.ts';
import { QuestionList } from './question-list.tsx';
import { RunForm } from './run-form.tsx';
import { RunList } from './run-list.tsx';
import { RunResult } from './run-result.tsx';

export function EvaluationsPage() {
  const texts = useTexts('evaluation');
  const navigate = useNavigate();
  const { setId } = useParams({ strict: false });
  const [isMaking, setIsMaking] = useState(false);
  const query = useQuery(evaluationSetsQuery);
  const make = (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setIsMaking(true)}>
      {texts.newSet}
    </Button>
  );
  return (
    <Page title={texts.evaluations} description={texts.description} actions={make} width="wide">
      <QueryView query={query}>
        {(sets) => {
          if (sets.length === 0) {
            return (
              <Empty icon={Target} title={texts.noSets}>
                {texts.noSetsText}
              </Empty>
            );
          }
          const shown = setId ? sets.find(({ id }) => id === setId) : sets[0];
          return (
            <div className={classes.layout}>
              <nav aria-label={texts.sets}>
                <Title order={2} size="h4" mb="xs">
                  {texts.sets}
                </Title>
                <ul className={classes.list}>
                  {sets.map((set) => (
                    <li
                      key={set.id}
                      className={classes.item}
                      data-active={set.id === shown?.id || undefined}
                    >
                      <Link
                        to="/evaluations/$setId"
                        params={{ setId: set.id }}
                        className={classes.link}
                        aria-current={set.id === shown?.id ? 'page' : undefined}
                      >
                        {set.name}
                        <Hint size="xs">{texts.countQuestions(set.question_count)}</Hint>
                      </Link>
                    </li>
                  ))}
                </ul>
              </nav>
              {shown ? (
                <SetView key={shown.id} set={shown} />
              ) : (
                <Empty icon={Target} title={texts.chooseTitle} />
              )}
            </div>
          );
        }}
      </QueryView>
      {isMaking && (
        <NameSetDialog
          onClose={() => setIsMaking(false)}
          onDone={({ id }) => {
            void navigate({ to: '/evaluations/$setId', params: { setId: id } });
          }}
        />
      )}
    </Page>
  );
}

function SetView({ set }: { readonly set: EvaluationSet }) {
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

function RunView({ setId, run }: { readonly setId: string; readonly run: EvaluationRun }) {
  const texts = useTexts('evaluation');
  const formats = useFormats();
  const query = useQuery(runQuery(setId, run.id));
  return (
    <QueryView query={query}>
      {({ status, done, total, error, result }) => (
        <Box component="section" aria-label={formats.dateTime(run.created_at)} data-run={status}>
          {status === 'running' && (
            <>
              <Text size="sm" role="status">
                {texts.progress(formats.number(done), formats.number(total))}
              </Text>
              <Progress mt={4} aria-label={texts.run} value={(done / Math.max(1, total)) * 100} />
            </>
          )}
          {error && <ErrorNotice error={new ApiError({ ...error, status: 500, requestId: '' })} />}
          {result && <RunResult result={result} />}
        </Box>
      )}
    </QueryView>
  );
}
