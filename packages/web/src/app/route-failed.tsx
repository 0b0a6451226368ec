import { Button } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { Unplug } from 'lucide-react';
import { ApiError } from '../api/api-error.ts';
import { Empty } from '../components/empty.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { Page } from '../components/page.tsx';
import { useTexts } from '../i18n/language.tsx';

/** Shows the error of a page: the suite's sentence, or a way out of a defect. */
export function RouteFailed({ error }: ErrorComponentProps) {
  const texts = useTexts('app');
  return (
    <Page title={texts.failedTitle}>
      {error instanceof ApiError ? (
        <ErrorNotice error={error} onRetry={() => location.reload()} />
      ) : (
        <Empty
          icon={Unplug}
          title={texts.failed}
          action={<Button onClick={() => location.reload()}>{texts.reload}</Button>}
        />
      )}
    </Page>
  );
}
