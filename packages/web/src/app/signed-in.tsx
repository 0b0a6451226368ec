import { Center, Loader } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { hasStatus } from '../api/api-error.ts';
import { isAway } from '../api/query-client.ts';
import { meQuery } from '../api/session.ts';
import { followSessionChanges } from '../api/session-changes.ts';
import { ErrorNotice } from '../components/error-notice.tsx';
import { Page } from '../components/page.tsx';
import { useTexts } from '../i18n/language.tsx';
import { lazyComponent } from '../lib/lazy-component.ts';

const Shell = lazyComponent(() => import('./shell.tsx'), 'Shell');
const SignInPage = lazyComponent(() => import('../auth/sign-in-page.tsx'), 'SignInPage');

/** Shows the shell, or the sign-in form at the requested address. */
export function SignedIn() {
  const texts = useTexts('app');
  const me = useQuery(meQuery);
  const client = useQueryClient();
  useEffect(
    () => followSessionChanges(() => void client.invalidateQueries({ queryKey: meQuery.queryKey })),
    [client],
  );
  // A suite that is away for a moment must not take the page with what is typed into it.
  const isShown = me.data !== undefined && isAway(me.error);
  if (me.isError && !hasStatus(me.error, 401) && !isShown) {
    return (
      <Page title={texts.failedTitle}>
        <ErrorNotice error={me.error} onRetry={() => void me.refetch()} />
      </Page>
    );
  }
  const waiting = (
    <Center h="100vh">
      <Loader aria-label="Lectern" />
    </Center>
  );
  if (me.isPending) return waiting;
  return <Suspense fallback={waiting}>{me.data ? <Shell /> : <SignInPage />}</Suspense>;
}
