import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { call } from '../api/call.ts';
import { refreshQueries } from '../api/query-client.ts';
import { ActionButton } from '../components/action-button.tsx';
import { notifyDone } from '../components/notify.ts';
import { useAction } from '../components/use-action.ts';
import { useTexts } from '../i18n/language.tsx';
import { rechunkCollection } from './collections.ts';

/** Apart from the lists of documents, which events update. */
const outdatedKey = ['outdated-documents'];

/** Offers to process the documents again that an earlier version of the parser read. */
export function OutdatedNotice({ collectionId }: { readonly collectionId: string }) {
  const texts = useTexts('reparse');
  const query = useQuery({
    queryKey: [...outdatedKey, collectionId],
    queryFn: ({ signal }) =>
      call('listDocuments', {
        query: { collection_id: collectionId, outdated: 'true', limit: 1 },
        signal,
      }),
  });
  const reparse = useAction(() => rechunkCollection(collectionId), {
    onDone: ({ queued }) => {
      notifyDone(texts.started(queued));
      void refreshQueries({ queryKey: ['documents'] }, { queryKey: outdatedKey });
    },
  });
  if (!query.data?.documents.length) return null;
  return (
    <Alert mb="md" color="gray" icon={<RefreshCw aria-hidden />} title={texts.title}>
      <Text size="sm" mb="sm">
        {texts.text}
      </Text>
      <ActionButton action={reparse} variant="filled">
        {texts.action}
      </ActionButton>
    </Alert>
  );
}
