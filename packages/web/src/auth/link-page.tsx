import { Alert, Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ErrorNotice } from '../components/error-notice.tsx';
import { useTexts } from '../i18n/language.tsx';
import { EntryPage } from './entry-page.tsx';
import { type FormValues, useFormValues } from './use-form-values.ts';

export interface LinkPageProps {
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
export function LinkPage({ title, note, action, send, children }: LinkPageProps) {
  const texts = useTexts('auth');
  const [token] = useState(takeToken);
  const form = useFormValues(async (values) => {
    await send(token, values);
    location.assign('/');
  });
  return (
    <EntryPage title={title} note={note}>
      {token === '' && <Alert color="yellow">{texts.noToken}</Alert>}
      {form.error !== undefined && <ErrorNotice error={form.error} />}
      <form onSubmit={form.onSubmit}>
        {children}
        <Button type="submit" fullWidth mt="lg" loading={form.isBusy} disabled={token === ''}>
          {action}
        </Button>
      </form>
    </EntryPage>
  );
}

let taken: string | undefined;

function takeToken(): string {
  taken ??= new URLSearchParams(location.search).get('token') ?? '';
  if (location.search) history.replaceState(history.state, '', location.pathname);
  return taken;
}
