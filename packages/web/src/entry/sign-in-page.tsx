import { Alert, Button, Divider, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { authenticate } from '../api/authenticate.ts';
import { meQuery, signInMethodsQuery } from '../api/session.ts';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { useTexts } from '../texts/language.tsx';
import { EntryPage } from './entry-page.tsx';
import { entryTexts } from './entry-texts.ts';
import { EmailField, PasswordField } from './fields.tsx';
import { useFormValues } from './use-form-values.ts';

/** Shown at whatever address a person without a session opens; after it they are there. */
export function SignInPage() {
  const texts = useTexts(entryTexts);
  const client = useQueryClient();
  const methods = useQuery(signInMethodsQuery);
  const [notice] = useState(readNotice);
  const form = useFormValues(async ({ email, password }) => {
    await authenticate('/sign-in/email', { email, password });
    await client.resetQueries({ queryKey: meQuery.queryKey });
  });
  const sentence = notice && texts[notice];
  return (
    <EntryPage title={texts.signInTitle}>
      {sentence && (
        <Alert color="yellow" role="status">
          {sentence}
        </Alert>
      )}
      {form.error !== undefined && <ErrorNotice error={form.error} />}
      <form onSubmit={form.onSubmit}>
        <EmailField />
        <PasswordField />
        <Button type="submit" fullWidth mt="lg" loading={form.isBusy}>
          {texts.signIn}
        </Button>
      </form>
      {methods.data?.oidc && (
        <>
          <Divider label={texts.or} />
          <Button component="a" href="/sign-in/oidc" variant="default" fullWidth>
            {texts.oidc}
          </Button>
        </>
      )}
      <Text size="xs" c="dimmed">
        {texts.forgot}
      </Text>
    </EntryPage>
  );
}

/** Why a link brought the person here, which the address says once. */
function readNotice(): 'linkExpired' | 'refused' | 'anotherSubject' | undefined {
  const reason = location.hash.split('?')[0];
  if (reason !== '#link-expired' && reason !== '#sign-in-refused') return undefined;
  const error = new URLSearchParams(location.search).get('error');
  history.replaceState(history.state, '', location.pathname);
  if (reason === '#link-expired') return 'linkExpired';
  return error === 'address_of_another_subject' ? 'anotherSubject' : 'refused';
}
