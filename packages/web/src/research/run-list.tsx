import type { ResearchRun } from '@lectern/contracts';
import { ActionIcon, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { refreshQueries } from '../api/query-client.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { Hint } from '../components/hint.tsx';
import { QueryView } from '../components/query-view.tsx';
import { useFormats } from '../i18n/formats.ts';
import { useTexts } from '../i18n/language.tsx';
import classes from './research.module.css';
import { researchRunsQuery } from './research-runs.ts';

export function RunList({ activeId }: { readonly activeId: string | undefined }) {
  const texts = useTexts('research');
  const formats = useFormats();
  const navigate = useNavigate();
  const [doomed, setDoomed] = useState<ResearchRun>();
  const runs = useQuery(researchRunsQuery);
  return (
    <section aria-label={texts.history}>
      <Title order={2} size="h4" mb="xs">
        {texts.history}
      </Title>
      <QueryView query={runs}>
        {(list) => (
          <ul className={classes.runs}>
            {list.runs.length === 0 && (
              <Text component="li" size="sm" c="dimmed">
                {texts.noRuns}
              </Text>
            )}
            {list.runs.map((run) => (
              <li
                key={run.checkpoint_id}
                className={classes.run}
                data-active={run.checkpoint_id === activeId || undefined}
              >
                <Link
                  to="/research/$runId"
                  params={{ runId: run.checkpoint_id }}
                  className={classes.runLink}
                  aria-current={run.checkpoint_id === activeId ? 'page' : undefined}
                >
                  {run.query}
                  <Hint size="xs">{formats.ago(run.created_at)}</Hint>
                </Link>
                <ActionIcon aria-label={texts.deleteRun(run.query)} onClick={() => setDoomed(run)}>
                  <Trash2 size={16} />
                </ActionIcon>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
      <ConfirmDialog
        isOpen={doomed !== undefined}
        title={texts.deleteTitle}
        text={texts.deleteText}
        action={texts.delete}
        act={async () => doomed && call('deleteResearch', { params: { id: doomed.checkpoint_id } })}
        onDone={() => {
          void refreshQueries(researchRunsQuery);
          if (doomed?.checkpoint_id === activeId) void navigate({ to: '/research' });
        }}
        onClose={() => setDoomed(undefined)}
      />
    </section>
  );
}
