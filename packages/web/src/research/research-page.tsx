import type { ResearchDetail } from '@lectern/contracts';
import { Accordion, Anchor, Box, Button, Group, Title } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { FlaskConical } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { ApiError } from '../api/api-error.ts';
import { Empty } from '../components/empty.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { Hint } from '../components/hint.tsx';
import { Loading } from '../components/loading.tsx';
import { Page } from '../components/page.tsx';
import { useTexts } from '../i18n/language.tsx';
import { AskForm } from './ask-form.tsx';
import { FiltersForm } from './filters-form.tsx';
import { FrameChips } from './frame-chips.tsx';
import { isShown } from './live-run.ts';
import { readTrace } from './node-progress.ts';
import classes from './research.module.css';
import { ResearchGraph } from './research-graph.tsx';
import { ResearchResult } from './research-result.tsx';
import { researchRunQuery } from './research-runs.ts';
import { ResearchTables } from './research-tables.tsx';
import { RunExport } from './run-export.tsx';
import { RunList } from './run-list.tsx';
import { type ResearchBody, useResearch } from './use-research.ts';

export function ResearchPage() {
  const texts = useTexts('research');
  const navigate = useNavigate();
  const { runId } = useParams({ strict: false });
  const open = useRef(runId);
  useEffect(() => {
    open.current = runId;
  }, [runId]);
  const research = useResearch((id) => {
    // A person who has opened another run stays there.
    if (open.current !== undefined) return;
    void navigate({ to: '/research/$runId', params: { runId: id }, resetScroll: false });
  });
  const start = (body: ResearchBody) => {
    void navigate({ to: '/research', resetScroll: false });
    void research.start(body);
  };
  const resume = (id: string, question: string) => {
    void navigate({ to: '/research', resetScroll: false });
    void research.resume(id, question);
  };
  const stored = useQuery({
    ...researchRunQuery(runId ?? ''),
    ...(runId === undefined && { queryFn: skipToken }),
  });
  const unanswered = stored.data?.result === null ? stored.data : undefined;
  const live = research.run;
  const shown = isShown(live, runId) ? live : undefined;
  const result = shown ? shown.result : (stored.data?.result ?? undefined);
  const progress = shown ? shown.progress : result ? readTrace(result) : undefined;
  const tables = result?.tables ?? shown?.tables;
  const frame = result?.frame ?? shown?.frame;
  const query = shown?.query ?? stored.data?.query;
  return (
    <Page title={texts.title} description={texts.description} width="wide">
      <Box className={classes.layout}>
        <Box className={classes.ask}>
          <AskForm isBusy={live?.isRunning ?? false} onAsk={start} onStop={research.stop} />
          {live?.isRunning && !shown && (
            <Anchor component={Link} to="/research" size="sm">
              {texts.running}: {live.query}
            </Anchor>
          )}
        </Box>
        <Box className={classes.result}>
          {runId && !shown && stored.isPending && <Loading />}
          {runId && !shown && stored.isError && <ErrorNotice error={stored.error} />}
          {runId && !shown && unanswered && (
            <UnansweredRun
              run={unanswered}
              isBusy={live?.isRunning ?? false}
              onResume={() => resume(runId, unanswered.query)}
            />
          )}
          {shown?.error && (
            <Box mt="md">
              <ErrorNotice error={shown.error} />
            </Box>
          )}
          {!progress && !runId && (
            <Empty icon={FlaskConical} title={texts.emptyTitle}>
              {texts.emptyText}
            </Empty>
          )}
          {progress && (
            <>
              <Group justify="space-between" mb="xs">
                <Title order={2} size="h4" maw={640}>
                  {query}
                </Title>
                <Group gap="xs">
                  {result?.partial && (
                    <Button
                      size="xs"
                      variant="default"
                      onClick={() => resume(result.checkpoint_id, result.query)}
                    >
                      {texts.resume}
                    </Button>
                  )}
                  {result && <RunExport id={result.checkpoint_id} tables={result.tables} />}
                </Group>
              </Group>
              <Hint role="status" mb="xs">
                {shown?.isRunning ? texts.running : texts.graph}
              </Hint>
              <ResearchGraph progress={progress} />
            </>
          )}
          {result && <ResearchResult result={result} />}
          {tables && (
            <Box mt="lg">
              <ResearchTables key={result?.checkpoint_id ?? 'live'} tables={tables} />
            </Box>
          )}
          {frame && query && (
            <FrameChips
              frame={frame}
              isBusy={live?.isRunning ?? false}
              onRun={(next) => start({ query, frame: next })}
            />
          )}
          {frame && query && (
            <Accordion mt="sm" variant="contained">
              <Accordion.Item value="frame">
                <Accordion.Control>
                  {texts.frame}
                  <Hint>{texts.frameText}</Hint>
                </Accordion.Control>
                <Accordion.Panel>
                  <FiltersForm
                    key={result?.checkpoint_id ?? 'live'}
                    frame={frame}
                    isBusy={live?.isRunning ?? false}
                    onRun={(next) => start({ query, frame: next })}
                  />
                </Accordion.Panel>
              </Accordion.Item>
            </Accordion>
          )}
        </Box>
        <Box className={classes.past}>
          <RunList activeId={runId} />
        </Box>
      </Box>
    </Page>
  );
}

interface UnansweredRunProps {
  readonly run: ResearchDetail;
  readonly isBusy: boolean;
  readonly onResume: () => void;
}

/** A stored run without an answer: running elsewhere, interrupted or failed. */
function UnansweredRun({ run, isBusy, onResume }: UnansweredRunProps) {
  const texts = useTexts('research');
  const { query, status, error } = run;
  return (
    <>
      <Title order={2} size="h4" maw={640} mb="xs">
        {query}
      </Title>
      {error ? (
        <ErrorNotice error={new ApiError({ ...error, status: 500 })} />
      ) : (
        <Hint role="status">{status === 'running' ? texts.running : texts.interrupted}</Hint>
      )}
      {status !== 'running' && (
        <Button size="xs" variant="default" mt="sm" disabled={isBusy} onClick={onResume}>
          {texts.resume}
        </Button>
      )}
    </>
  );
}
