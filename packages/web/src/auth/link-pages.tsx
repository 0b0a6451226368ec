import { Alert, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call } from '../api/call.ts';
import { ErrorNotice } from '../components/error-notice.tsx';
import { Loading } from '../components/loading.tsx';
import { useTexts } from '../i18n/language.tsx';
import type { FormValues } from '../lib/read-form-values.ts';
import { AuthLayout } from './auth-layout.tsx';
import { EmailField, NameField, NewPasswordField, PasswordField } from './fields.tsx';
import { useFormValues } from './use-form-values.ts';

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

/** Names the organisation, the role and the person who invites, or says that the link is used. */
export function JoinPage() {
  const texts = useTexts('auth');
  const roles = useTexts('people');
  const [token] = useState(readToken);
  const invitation = useQuery({
    queryKey: ['invitation'],
    queryFn: () => call('readInvitation', { body: { token } }),
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const { data, error } = invitation;
  if (error || (token !== '' && !data)) {
    return (
      <AuthLayout title={texts.joinTitle}>
        {error ? <ErrorNotice error={error} /> : <Loading />}
      </AuthLayout>
    );
  }
  return (
    <LinkPage
      title={data ? texts.joinOrganisation(data.organisation) : texts.joinTitle}
      note={data && texts.invitedBy(data.invited_by, data.email, roles[`may_${data.role}`])}
      action={texts.join}
      send={(_token, { name = data?.email ?? '', password = '' }) =>
        call('acceptInvitation', { body: { token, name, password } })
      }
    >
      {data?.has_account ? (
        <>
          <Text size="sm" mb="sm">
            {texts.joinNote}
          </Text>
          <PasswordField />
        </>
      ) : (
        <>
          <NameField />
          <NewPasswordField />
        </>
      )}
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
  readonly note: string | undefined;
  readonly action: string;
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
