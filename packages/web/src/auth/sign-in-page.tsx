import type { OpenAuthPath } from '@lectern/contracts';
import { authPath } from '@lectern/contracts/auth-path';
import { Alert, Button, Divider } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { authenticate } from '../api/authenticate.ts';
import { sessionEndedKey } from '../api/query-client.ts';
import { meQuery, signInMethodsQuery } from '../api/session.ts';
import { ErrorNotice } from '../components/error-notice.tsx';
import { Hint } from '../components/hint.tsx';
import { useTexts } from '../i18n/language.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { EmailField, PasswordField } from './fields.tsx';
import { OidcButton, SsoButton } from './oidc-button.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { SecondFactorPage } from './two-factor-page.tsx';
import { useFormValues } from './use-form-values.ts';

/** Shown at any address without a session; the address stays after sign-in. */
export function SignInPage() {
  const texts = useTexts('auth');
  const errors = useTexts('errors');
  const client = useQueryClient();
  const methods = useQuery(signInMethodsQuery);
  const [next] = useState(readNext);
  const [notice] = useState(readNotice);
  useClearedReason();
  const [hasEnded] = useState(() => client.getQueryData(sessionEndedKey) === true);
  const [isCodeDue, setIsCodeDue] = useState(notice === 'codeNote');
  const goOn = async (path: OpenAuthPath, body: Readonly<Record<string, unknown>>) => {
    const { twoFactorRedirect } = await authenticate<{ twoFactorRedirect?: boolean }>(path, body);
    if (twoFactorRedirect) setIsCodeDue(true);
    else if (next) location.assign(next);
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
    <AuthLayout title={texts.signInTitle}>
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
      {(methods.data?.oidc || methods.data?.sso || methods.data?.passkey) && (
        <Divider label={texts.or} />
      )}
      <PasskeyButton send={goOn} />
      <OidcButton />
      <SsoButton />
      <Hint size="xs">{texts.forgot}</Hint>
    </AuthLayout>
  );
}

/**
 * Returns the OAuth request that an identity provider sent back with a second factor due. Other
 * addresses are ignored, because anyone can write a link.
 */
function readNext(): string | undefined {
  const next = new URLSearchParams(location.search).get('next');
  return next?.startsWith(`${authPath}/oauth2/authorize?`) ? next : undefined;
}

const reasons = ['#link-expired', '#sign-in-refused', '#second-factor'];

/** Returns the notice for the reason in the address. */
function readNotice(): 'linkExpired' | 'refused' | 'anotherSubject' | 'codeNote' | undefined {
  const reason = readReason();
  if (!reasons.includes(reason)) return undefined;
  if (reason === '#link-expired') return 'linkExpired';
  if (reason === '#second-factor') return 'codeNote';
  const error = new URLSearchParams(location.search).get('error');
  return error === 'address_of_another_subject' ? 'anotherSubject' : 'refused';
}

function readReason(): string {
  return location.hash.split('?')[0] ?? '';
}

/**
 * Removes the reason from the address, so that a reload does not show it again. It runs after the
 * render, which may be repeated.
 */
function useClearedReason(): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (reasons.includes(readReason())) void navigate({ to: '/', replace: true });
  }, [navigate]);
}
