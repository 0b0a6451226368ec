import { Button } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { Unplug } from 'lucide-react';
import { ApiError } from '../api/api-error.ts';
import { Empty } from '../components/empty.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { Page } from '../components/page.tsx';
import { useTexts } from '../i18n/language.tsx';

/** A page that threw: what the suite answered in words, a defect of our own with a way out. */
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
