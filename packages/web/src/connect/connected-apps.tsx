import { Stack } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Plug } from 'lucide-react';
import { readAuthentication } from '../api/authenticate.ts';
import { Empty } from '../components/empty.tsx';
import { QueryView } from '../components/query-view.tsx';
import { useTexts } from '../i18n/language.tsx';
import { ConnectedAppRow, type Consent } from './connected-app-row.tsx';

const consentsQuery = queryOptions({
  queryKey: ['oauth-consents'],
  queryFn: () => readAuthentication<readonly Consent[]>('/oauth2/get-consents', {}),
});

/** Lists the OAuth applications of the person in all organisations. */
export function ConnectedApps() {
  const texts = useTexts('connect');
  const query = useQuery(consentsQuery);
  return (
    <QueryView query={query}>
      {(consents) =>
        consents.length === 0 ? (
          <Empty icon={Plug} title={texts.noApps}>
            {texts.noAppsText}
          </Empty>
        ) : (
          <Stack>
            {consents.map((consent) => (
              <ConnectedAppRow
                key={consent.id}
                consent={consent}
                onChanged={() => void query.refetch()}
              />
            ))}
          </Stack>
        )
      }
    </QueryView>
  );
}
