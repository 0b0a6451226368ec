import type { ResearchDetail } from '@lectern/contracts';
import { Button, Title } from '@mantine/core';
import { ApiError } from '../api/api-error.ts';
import { ErrorNotice } from '../components/error-notice.tsx';
import { Hint } from '../components/hint.tsx';
import { useTexts } from '../i18n/language.tsx';

export interface UnansweredRunProps {
  readonly run: ResearchDetail;
  readonly isBusy: boolean;
  readonly onResume: () => void;
}

/** A stored run without an answer: running elsewhere, interrupted or failed. */
export function UnansweredRun({ run, isBusy, onResume }: UnansweredRunProps) {
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
