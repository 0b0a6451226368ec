import { Button } from '@mantine/core';
import { useState } from 'react';
import { ErrorNotice } from '../components/error-notice.tsx';
import { useTexts } from '../i18n/language.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { EmailField, PasswordField } from './fields.tsx';
import { answerOAuth, readOAuthQuery } from './oauth-request.ts';
import { OidcButton, SsoButton } from './oidc-button.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { SecondFactorPage } from './two-factor-page.tsx';
import { useFormValues } from './use-form-values.ts';

export function OAuthSignInPage() {
  const texts = useTexts('auth');
  const [isCodeDue, setIsCodeDue] = useState(false);
  const form = useFormValues(async ({ email, password }) =>
    setIsCodeDue(await answerOAuth('/sign-in/email', { email, password })),
  );
  const oauthQuery = new URLSearchParams({ oauth_query: readOAuthQuery() });
  if (isCodeDue) return <SecondFactorPage send={answerOAuth} onBack={() => setIsCodeDue(false)} />;
  return (
    <AuthLayout title={texts.connectSignIn}>
      {form.error !== undefined && <ErrorNotice error={form.error} />}
      <form onSubmit={form.onSubmit}>
        <EmailField />
        <PasswordField />
        <Button type="submit" fullWidth mt="lg" loading={form.isBusy}>
          {texts.signIn}
        </Button>
      </form>
      <PasskeyButton send={answerOAuth} />
      <OidcButton query={`?${oauthQuery}`} />
      <SsoButton query={`&${oauthQuery}`} />
    </AuthLayout>
  );
}
