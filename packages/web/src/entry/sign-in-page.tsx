import type { OpenAuthPath } from '@lectern/contracts';
import { Alert, Button, Divider, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { authenticate } from '../api/authenticate.ts';
import { errorTexts } from '../api/error-texts.ts';
import { sessionEndedKey } from '../api/query-client.ts';
import { meQuery, signInMethodsQuery } from '../api/session.ts';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { useTexts } from '../texts/language.tsx';
import { EntryPage } from './entry-page.tsx';
import { entryTexts } from './entry-texts.ts';
import { EmailField, PasswordField } from './fields.tsx';
import { OidcButton } from './oidc-button.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { SecondFactorPage } from './second-factor-page.tsx';
import { useFormValues } from './use-form-values.ts';

/** Shown at whatever address a person without a session opens; after it they are there. */
export function SignInPage() {
  const texts = useTexts(entryTexts);
  const errors = useTexts(errorTexts);
  const client = useQueryClient();
  const methods = useQuery(signInMethodsQuery);
  const [notice] = useState(readNotice);
  const [hasEnded] = useState(() => client.getQueryData(sessionEndedKey) === true);
  const [isCodeDue, setIsCodeDue] = useState(notice === 'codeNote');
  const goOn = async (path: OpenAuthPath, body: Readonly<Record<string, unknown>>) => {
    const { twoFactorRedirect } = await authenticate<{ twoFactorRedirect?: boolean }>(path, body);
    if (twoFactorRedirect) setIsCodeDue(true);
    else {
      client.removeQueries({ queryKey: sessionEndedKey });
      await client.resetQueries({ queryKey: meQuery.queryKey });
    }
  };
  const form = useFormValues(({ email, password }) => goOn('/sign-in/email', { email, password }));
  if (isCodeDue) return <SecondFactorPage send={goOn} onBack={() => setIsCodeDue(false)} />;
  const sentence =
    notice && notice !== 'codeNote' ? texts[notice] : hasEnded && errors.unauthorized;
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
      {(methods.data?.oidc || methods.data?.passkey) && <Divider label={texts.or} />}
      <PasskeyButton send={goOn} />
      <OidcButton />
      <Text size="xs" c="dimmed">
        {texts.forgot}
      </Text>
    </EntryPage>
  );
}

const reasons = ['#link-expired', '#sign-in-refused', '#second-factor'];

/** Why a link brought the person here, which the address says once. */
function readNotice(): 'linkExpired' | 'refused' | 'anotherSubject' | 'codeNote' | undefined {
  const reason = location.hash.split('?')[0] ?? '';
  if (!reasons.includes(reason)) return undefined;
  const error = new URLSearchParams(location.search).get('error');
  history.replaceState(history.state, '', location.pathname);
  if (reason === '#link-expired') return 'linkExpired';
  if (reason === '#second-factor') return 'codeNote';
  return error === 'address_of_another_subject' ? 'anotherSubject' : 'refused';
}
