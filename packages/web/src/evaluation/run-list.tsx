import type { EvaluationRun } from '@lectern/contracts';
import { ActionIcon, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { Hint } from '../components/hint.tsx';
import { useFormats } from '../i18n/formats.ts';
import { useTexts } from '../i18n/language.tsx';
import classes from './evaluation.module.css';
import { nameSettings, runsQuery } from './evaluation-runs.ts';

export interface RunListProps {
  readonly setId: string;
  readonly runs: readonly EvaluationRun[];
  readonly activeId: string | undefined;
}

/** Lists the runs of a set with their first metric, newest first. */
export function RunList({ setId, runs, activeId }: RunListProps) {
  const texts = useTexts('evaluation');
  const formats = useFormats();
  const client = useQueryClient();
  const [doomed, setDoomed] = useState<EvaluationRun>();
  const describe = ({ status, ndcg_at_10, settings }: EvaluationRun) =>
    [
      settings.map((one) => nameSettings(one, texts, formats)).join(' / '),
      status !== 'done' && texts[status],
      ndcg_at_10 &&
        `${texts.ndcg_at_10} ${ndcg_at_10.map(({ mean }) => formats.number(mean, 3)).join(' / ')}`,
    ]
      .filter(Boolean)
      .join(' · ');
  return (
    <section aria-label={texts.runs}>
      <Title order={2} size="h4" mb="xs">
        {texts.runs}
      </Title>
      {runs.length === 0 && <Hint>{texts.noRuns}</Hint>}
      <ul className={classes.list}>
        {runs.map((run) => (
          <li key={run.id} className={classes.item} data-active={run.id === activeId || undefined}>
            <Link
              to="/evaluations/$setId"
              params={{ setId }}
              search={{ run: run.id }}
              resetScroll={false}
              className={classes.link}
              aria-current={run.id === activeId ? 'true' : undefined}
            >
              {formats.dateTime(run.created_at)}
              <Hint size="xs">{describe(run)}</Hint>
            </Link>
            <ActionIcon
              aria-label={texts.deleteRun(formats.dateTime(run.created_at))}
              onClick={() => setDoomed(run)}
            >
              <Trash2 size={16} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        isOpen={doomed !== undefined}
        title={texts.deleteRunTitle}
        text={texts.deleteRunText}
        action={texts.delete}
        act={async () =>
          doomed && call('deleteEvaluationRun', { params: { id: setId, run_id: doomed.id } })
        }
        onDone={() =>
          client.setQueryData(
            runsQuery(setId).queryKey,
            (list) => list && { ...list, runs: list.runs.filter(({ id }) => id !== doomed?.id) },
          )
        }
        onClose={() => setDoomed(undefined)}
      />
    </section>
  );
}
