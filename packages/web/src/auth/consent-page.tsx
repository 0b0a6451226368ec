import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hasStatus } from '../api/api-error.ts';
import { readAuthentication } from '../api/authenticate.ts';
import { meQuery } from '../api/session.ts';
import { ErrorNotice } from '../components/error-notice.tsx';
import { Hint } from '../components/hint.tsx';
import { QueryView } from '../components/query-view.tsx';
import { useAction } from '../components/use-action.ts';
import { useTexts } from '../i18n/language.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { formatClientName, formatDestination } from './format-client.ts';
import { HomeButton } from './home-button.tsx';
import { answerOAuth, readOAuthQuery } from './oauth-request.ts';

/** Scopes that a person may deny, with their initial choice. */
const choices = [
  { scope: 'chat', label: 'mayChat', isMeant: true },
  { scope: 'documents:write', label: 'mayWrite', isMeant: false },
] as const;

/** Asks for consent to an OAuth client. */
export function ConsentPage() {
  const texts = useTexts('auth');
  const parameters = new URLSearchParams(readOAuthQuery());
  const id = parameters.get('client_id') ?? '';
  const me = useQuery(meQuery);
  const client = useQuery({
    queryKey: ['oauth-client', id],
    queryFn: () =>
      readAuthentication<{ readonly client_name?: string }>('/oauth2/public-client', {
        client_id: id,
      }),
  });
  const asked = (parameters.get('scope') ?? '').split(' ').filter((scope) => scope !== '');
  const offered = choices.filter(
    ({ scope }) => asked.includes(scope) && me.data?.scopes.includes(scope),
  );
  const [refused, setRefused] = useState<readonly string[]>(
    choices.filter(({ isMeant }) => !isMeant).map(({ scope }) => scope),
  );
  const answer = useAction(
    (accept: boolean) =>
      answerOAuth('/oauth2/consent', {
        accept,
        ...(accept && { scope: asked.filter((scope) => !refused.includes(scope)).join(' ') }),
      }),
    { quiet: true },
  );
  if (id === '' || hasStatus(client.error, 404)) {
    return (
      <AuthLayout title={texts.connectFailed} note={texts.connectUnknown}>
        <HomeButton />
      </AuthLayout>
    );
  }
  const title = texts.connectTitle(
    formatClientName(client.data?.client_name) ?? texts.anApplication,
  );
  return (
    <AuthLayout title={title}>
      {answer.isError &&
        (hasStatus(answer.error, 400) ? (
          <Alert color="yellow" role="alert">
            {texts.connectTooOld}
          </Alert>
        ) : (
          <ErrorNotice error={answer.error} />
        ))}
      {me.isError && <ErrorNotice error={me.error} onRetry={() => void me.refetch()} />}
      <QueryView query={client}>
        {() => (
          <>
            {id.startsWith('https:') && (
              <Alert color="yellow">{texts.connectSite(new URL(id).host)}</Alert>
            )}
            {me.data && (
              <Text>{texts.connectAs(me.data.user.email, me.data.organisation.name)}</Text>
            )}
            {offered.length > 0 && (
              <Stack gap="xs">
                {offered.map(({ scope, label }) => (
                  <Checkbox
                    key={scope}
                    label={texts[label]}
                    checked={!refused.includes(scope)}
                    onChange={({ currentTarget: { checked } }) =>
                      setRefused((before) =>
                        checked ? before.filter((one) => one !== scope) : [...before, scope],
                      )
                    }
                  />
                ))}
              </Stack>
            )}
            <Hint>{texts.connectTo(formatDestination(parameters.get('redirect_uri')))}</Hint>
            <Group>
              <Button
                disabled={!me.data}
                loading={answer.isPending}
                onClick={() => answer.mutate(true)}
              >
                {texts.allow}
              </Button>
              <Button variant="default" onClick={() => answer.mutate(false)}>
                {texts.deny}
              </Button>
            </Group>
          </>
        )}
      </QueryView>
    </AuthLayout>
  );
}
