import type { Collection, Source } from '@lectern/contracts';
import { Alert, Anchor, Button, Card, Checkbox, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { ActionButton } from '../components/action-button.tsx';
import { FormDialog } from '../components/form-dialog.tsx';
import { Hint } from '../components/hint.tsx';
import { QueryView } from '../components/query-view.tsx';
import { QuietButton } from '../components/quiet-button.tsx';
import { StateBadge } from '../components/state-badge.tsx';
import { useAction } from '../components/use-action.ts';
import { useFormats } from '../i18n/formats.ts';
import { useLanguage, useTexts } from '../i18n/language.tsx';
import { focusContent } from '../lib/focus-content.ts';
import { namePath } from '../library/name-path.ts';
import { RunView } from './run-view.tsx';
import { describeSchedule } from './schedule.ts';
import { EditSourceDialog } from './source-dialog.tsx';
import { formOf } from './source-forms.ts';
import { previewSource, refreshSources, runsQuery, sourcesQuery } from './sources.ts';

const stateKinds = {
  idle: 'good',
  running: 'warn',
  waiting: 'warn',
  failing: 'bad',
  paused: 'quiet',
} as const;
const runKinds = {
  queued: 'quiet',
  running: 'warn',
  waiting: 'warn',
  done: 'good',
  failed: 'bad',
  cancelled: 'quiet',
} as const;

export interface SourceCardProps {
  readonly source: Source;
  readonly collections: readonly Collection[];
  /** True shows its runs. */
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

export function SourceCard({ source, collections, isOpen, onToggle }: SourceCardProps) {
  const texts = useTexts('sources');
  const formats = useFormats();
  const { language } = useLanguage();
  const [task, setTask] = useState<'edit' | 'delete'>();
  const { id, name, state, collection_id, last_run: last, next_run_at: next, paused } = source;
  const sync = useAction(() => call('syncSource', { params: { id } }), {
    onDone: refreshSources,
  });
  const pause = useAction(
    () => call('updateSource', { params: { id }, body: { paused: !paused } }),
    { onDone: refreshSources },
  );
  const confirm = useAction(
    (runId: string) => call('confirmSourceRun', { params: { id, run_id: runId } }),
    { onDone: refreshSources },
  );
  const preview = useAction(() => previewSource(id));
  const place = namePath(collections, collection_id);
  return (
    <Card component="article">
      <Group gap="xs">
        <Title order={2} size="h5" style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Title>
        <StateBadge kind={stateKinds[state]}>{texts.states[state]}</StateBadge>
      </Group>
      <Hint>
        {texts.kinds[formOf(source)]} · {texts.documents(source.document_count)} ·{' '}
        <Anchor component={Link} to={`/library/${collection_id}`} inherit underline="always">
          {place || texts.collection}
        </Anchor>
      </Hint>
      <Hint>
        {describeSchedule(source.schedule, { texts, language })}
        {next && ` · ${texts.next(formats.dateTime(next))}`}
      </Hint>
      {isOpen ? null : last ? (
        <div>
          {last.started_at && <Hint span>{texts.lastRun(formats.ago(last.started_at))}</Hint>}
          <RunView run={last} />
        </div>
      ) : (
        <Text size="sm">{texts.noRuns}</Text>
      )}
      {last?.status === 'waiting' && (
        <Alert color="yellow" mt="sm" title={texts.waitingTitle(last.waiting_removals)}>
          <Text size="sm" mb="sm">
            {texts.waitingText}
          </Text>
          <Button
            size="xs"
            color="red.8"
            loading={confirm.isPending}
            onClick={() => confirm.mutate(last.id)}
          >
            {texts.confirm(last.waiting_removals)}
          </Button>
        </Alert>
      )}
      {preview.data && (
        <Alert mt="sm" color="gray" role="status" title={texts.previewTitle}>
          <RunView run={preview.data} />
        </Alert>
      )}
      <Group mt="sm" gap="xs">
        <ActionButton action={sync} disabled={state === 'running'}>
          {texts.syncNow}
        </ActionButton>
        <ActionButton action={preview}>{texts.preview}</ActionButton>
        <ActionButton action={pause}>{paused ? texts.resume : texts.pause}</ActionButton>
        <Button size="xs" variant="default" aria-expanded={isOpen} onClick={onToggle}>
          {texts.runs}
        </Button>
        <Button size="xs" variant="default" onClick={() => setTask('edit')}>
          {texts.edit}
        </Button>
        <QuietButton onClick={() => setTask('delete')}>{texts.remove}</QuietButton>
      </Group>
      {isOpen && <RunList source={source} />}
      {task === 'edit' && <EditSourceDialog source={source} onClose={() => setTask(undefined)} />}
      {task === 'delete' && (
        <DeleteSourceDialog source={source} place={place} onClose={() => setTask(undefined)} />
      )}
    </Card>
  );
}

function RunList({ source }: { readonly source: Source }) {
  const texts = useTexts('sources');
  const formats = useFormats();
  return (
    <QueryView query={useQuery(runsQuery(source))}>
      {({ runs }) => (
        <Stack component="ul" gap="xs" mt="sm" p={0} style={{ listStyle: 'none' }}>
          {runs.length === 0 && <Text component="li">{texts.noRuns}</Text>}
          {runs.map((run) => (
            <li key={run.id}>
              <Group gap="xs">
                <Text size="sm" fw={500}>
                  {run.started_at ? formats.dateTime(run.started_at) : texts.notStarted}
                </Text>
                <StateBadge size="sm" kind={runKinds[run.status]}>
                  {texts.runStates[run.status]}
                </StateBadge>
                <Hint size="xs">{texts.triggers[run.trigger]}</Hint>
              </Group>
              <RunView run={run} />
            </li>
          ))}
        </Stack>
      )}
    </QueryView>
  );
}

interface DeleteSourceDialogProps {
  readonly source: Source;
  readonly place: string;
  readonly onClose: () => void;
}

function DeleteSourceDialog({ source, place, onClose }: DeleteSourceDialogProps) {
  const texts = useTexts('sources');
  const client = useQueryClient();
  const [deletesDocuments, setDeletesDocuments] = useState(false);
  const { id, name, document_count: count } = source;
  return (
    <FormDialog
      title={texts.removeTitle(name)}
      label={texts.remove}
      isDangerous
      act={() =>
        call('deleteSource', {
          params: { id },
          query: { delete_documents: deletesDocuments ? 'true' : 'false' },
        })
      }
      onDone={() => {
        focusContent();
        // Its runs are gone with it.
        void client.invalidateQueries({ queryKey: sourcesQuery.queryKey, exact: true });
      }}
      onClose={onClose}
    >
      <Text mb="sm">
        {deletesDocuments ? texts.removeWithDocuments(count) : texts.removeText(count, place)}
      </Text>
      <Checkbox
        label={texts.deleteDocuments}
        checked={deletesDocuments}
        onChange={(event) => setDeletesDocuments(event.currentTarget.checked)}
      />
    </FormDialog>
  );
}
