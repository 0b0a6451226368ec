import type { EvaluationRun } from '@lectern/contracts';
import { Box, Progress, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { ErrorNotice } from '../components/error-notice.tsx';
import { QueryView } from '../components/query-view.tsx';
import { useFormats } from '../i18n/formats.ts';
import { useTexts } from '../i18n/language.tsx';
import { runQuery } from './evaluation-runs.ts';
import { RunResult } from './run-result.tsx';

export function RunView({ setId, run }: { readonly setId: string; readonly run: EvaluationRun }) {
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
