import { Badge, Button, Group, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { authenticate, readAuthentication } from '../api/authenticate.ts';
import { refreshQueries } from '../api/query-client.ts';
import { ActionButton } from '../components/action-button.tsx';
import { Hint } from '../components/hint.tsx';
import { QueryView } from '../components/query-view.tsx';
import { TitledCard } from '../components/titled-card.tsx';
import { useAction } from '../components/use-action.ts';
import { useFormats } from '../i18n/formats.ts';
import { useTexts } from '../i18n/language.tsx';

interface Session {
  readonly id: string;
  readonly token: string;
  readonly userAgent?: string | null;
  readonly ipAddress?: string | null;
  readonly updatedAt: string;
}

const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async () => {
    const [sessions, current] = await Promise.all([
      readAuthentication<readonly Session[]>('/list-sessions', {}),
      readAuthentication<{ readonly session: Session }>('/get-session', {}),
    ]);
    return sessions
      .map((one) => ({ ...one, isCurrent: one.id === current.session.id }))
      .toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
  },
});

/** The sessions of this person, which can be ended one by one. */
export function SessionsCard() {
  const texts = useTexts('settings');
  const formats = useFormats();
  const query = useQuery(sessionsQuery);
  const onDone = () => refreshQueries(sessionsQuery);
  const end = useAction((token: string) => authenticate('/revoke-session', { token }), { onDone });
  const endOthers = useAction(() => authenticate('/revoke-other-sessions', {}), { onDone });
  return (
    <TitledCard title={texts.sessions}>
      <Hint mb="sm">{texts.sessionsText}</Hint>
      <QueryView query={query}>
        {(sessions) => (
          <>
            {sessions.map(({ id, token, userAgent, ipAddress, updatedAt, isCurrent }) => (
              <Group key={id} justify="space-between" wrap="nowrap" mb="xs">
                <div>
                  <Text size="sm">
                    {describeDevice(userAgent ?? '') || texts.unknownDevice}{' '}
                    {isCurrent && <Badge variant="light">{texts.thisSession}</Badge>}
                  </Text>
                  <Hint size="xs">
                    {[ipAddress, formats.ago(updatedAt)].filter(Boolean).join(' · ')}
                  </Hint>
                </div>
                {!isCurrent && (
                  <Button size="xs" variant="default" onClick={() => end.mutate(token)}>
                    {texts.endSession}
                  </Button>
                )}
              </Group>
            ))}
            {sessions.length > 1 && (
              <ActionButton action={endOthers} c="var(--mantine-color-error)">
                {texts.endOthers}
              </ActionButton>
            )}
          </>
        )}
      </QueryView>
    </TitledCard>
  );
}

/** A browser also names those that it descends from, so the order matters. */
const browsers = ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari'] as const;
const systems = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS', 'Linux'] as const;
const names: Readonly<Record<string, string>> = { Edg: 'Edge', OPR: 'Opera', 'Mac OS': 'macOS' };

function describeDevice(userAgent: string): string {
  return [browsers, systems]
    .map((known) => known.find((name) => userAgent.includes(name)))
    .flatMap((name) => (name ? [names[name] ?? name] : []))
    .join(' · ');
}
