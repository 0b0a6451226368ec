import { queryOptions, useQuery } from '@tanstack/react-query';
import { Plug } from 'lucide-react';
import { readAuthentication } from '../api/authenticate.ts';
import { Empty } from '../components/empty.tsx';
import { ListView } from '../components/list-view.tsx';
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
