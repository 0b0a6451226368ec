import { Alert, Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { call } from '../api/call.ts';
import { ErrorNotice } from '../components/error-notice.tsx';
import { useTexts } from '../i18n/language.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { EmailField, NameField, NewPasswordField } from './fields.tsx';
import { type FormValues, useFormValues } from './use-form-values.ts';

export function SetupPage() {
  const texts = useTexts('auth');
  return (
    <LinkPage
      title={texts.setupTitle}
      note={texts.setupNote}
      action={texts.begin}
      send={(token, { name = '', email = '', password = '' }) =>
        call('setUp', { body: { token, name, email, password } })
      }
    >
      <NameField />
      <EmailField />
      <NewPasswordField />
    </LinkPage>
  );
}

export function JoinPage() {
  const texts = useTexts('auth');
  return (
    <LinkPage
      title={texts.joinTitle}
      note={texts.joinNote}
      action={texts.join}
      send={(token, { name = '', password = '' }) =>
        call('acceptInvitation', { body: { token, name, password } })
      }
    >
      <NameField />
      <NewPasswordField />
    </LinkPage>
  );
}

export function ResetPage() {
  const texts = useTexts('auth');
  return (
    <LinkPage
      title={texts.resetTitle}
      note={texts.resetNote}
      action={texts.setPassword}
      send={(token, { password = '' }) => call('resetPassword', { body: { token, password } })}
    >
      <NewPasswordField />
    </LinkPage>
  );
}

interface LinkPageProps {
  readonly title: string;
  readonly note: string;
  readonly action: string;
  /** Sends the token of the link with the values of the form. */
  readonly send: (token: string, values: FormValues) => Promise<unknown>;
  readonly children: ReactNode;
}

/**
 * A page that is opened by a link with a token. The token is removed from the address immediately.
 */
function LinkPage({ title, note, action, send, children }: LinkPageProps) {
  const texts = useTexts('auth');
  const [token] = useState(readToken);
  const form = useFormValues(async (values) => {
    await send(token, values);
    location.assign('/');
  });
  return (
    <AuthLayout title={title} note={note}>
      {token === '' && <Alert color="yellow">{texts.noToken}</Alert>}
      {form.error !== undefined && <ErrorNotice error={form.error} />}
      <form onSubmit={form.onSubmit}>
        {children}
        <Button type="submit" fullWidth mt="lg" loading={form.isBusy} disabled={token === ''}>
          {action}
        </Button>
      </form>
    </AuthLayout>
  );
}

let linkToken: string | undefined;

function readToken(): string {
  linkToken ??= new URLSearchParams(location.search).get('token') ?? '';
  if (location.search) history.replaceState(history.state, '', location.pathname);
  return linkToken;
}
