import { Badge, Button, Card, Group, Title } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Plug } from 'lucide-react';
import { useState } from 'react';
import { authenticate, readAuthentication } from '../api/authenticate.ts';
import { useMe } from '../api/session.ts';
import { formatClientName } from '../auth/format-client.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { Empty } from '../components/empty.tsx';
import { Hint } from '../components/hint.tsx';
import { ListView } from '../components/list-view.tsx';
import { useFormats } from '../i18n/formats.ts';
import { useTexts } from '../i18n/language.tsx';

const consentsQuery = queryOptions({
  queryKey: ['oauth-consents'],
  queryFn: () => readAuthentication<readonly Consent[]>('/oauth2/get-consents', {}),
});

/** Lists the OAuth applications of the person in all organisations. */
export function ConnectedApps() {
  const texts = useTexts('connect');
  const query = useQuery(consentsQuery);
  return (
    <ListView
      query={query}
      empty={<Empty icon={Plug} title={texts.noApps} children={texts.noAppsText} />}
    >
      {(consent) => (
        <ConnectedAppRow
          key={consent.id}
          consent={consent}
          onChanged={() => void query.refetch()}
        />
      )}
    </ListView>
  );
}

/** A consent as the sign-in library lists it. */
interface Consent {
  readonly id: string;
  readonly clientId: string;
  /** The organisation that the consent is for. */
  readonly referenceId?: string | null;
  readonly scopes: readonly string[];
  readonly createdAt: string;
}

interface ConnectedAppRowProps {
  readonly consent: Consent;
  readonly onChanged: () => void;
}

function ConnectedAppRow({ consent, onChanged }: ConnectedAppRowProps) {
  const { id, clientId, referenceId, scopes, createdAt } = consent;
  const texts = useTexts('connect');
  const formats = useFormats();
  const { organisation } = useMe();
  const [isAsking, setIsAsking] = useState(false);
  const client = useQuery({
    queryKey: ['oauth-client', clientId],
    queryFn: () =>
      readAuthentication<{ readonly client_name?: string }>('/oauth2/public-client', {
        client_id: clientId,
      }),
  });
  const scopeNames: Readonly<Record<string, string>> = {
    mcp: texts.scopeMcp,
    chat: texts.scopeChat,
    'documents:write': texts.scopeWrite,
    offline_access: texts.scopeStay,
  };
  const name = formatClientName(client.data?.client_name) ?? clientId;
  return (
    <Card>
      <Group justify="space-between" align="flex-start">
        <div>
          <Title order={2} size="h5">
            {name}
          </Title>
          <Hint>
            {texts.allowedAt(formats.date(createdAt))}
            {referenceId && referenceId !== organisation.id && ` ${texts.otherOrganisation}`}
          </Hint>
        </div>
        <Button
          size="xs"
          variant="default"
          aria-label={texts.endApp(name)}
          onClick={() => setIsAsking(true)}
        >
          {texts.end}
        </Button>
      </Group>
      <Group gap={6} mt="xs">
        {scopes.map((scope) => (
          <Badge key={scope} variant="default" size="sm" tt="none">
            {scopeNames[scope] ?? scope}
          </Badge>
        ))}
      </Group>
      <ConfirmDialog
        isOpen={isAsking}
        title={texts.endApp(name)}
        text={texts.endText}
        action={texts.end}
        act={() => authenticate('/oauth2/delete-consent', { id })}
        onDone={onChanged}
        onClose={() => setIsAsking(false)}
      />
    </Card>
  );
}
