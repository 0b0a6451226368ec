import type { BodyOf } from '@lectern/contracts';
import { call } from '../api/call.ts';
import { refreshQueries } from '../api/query-client.ts';
import { useAction } from '../components/use-action.ts';
import { conversationsQuery } from './conversations.ts';

/** Changes title, pin, archive or folder and refreshes the lists. */
export function useChangeConversation(id: string, onDone?: () => void) {
  return useAction(
    (body: BodyOf<'updateConversation'>) => call('updateConversation', { params: { id }, body }),
    {
      onDone: () => {
        void refreshQueries(conversationsQuery);
        onDone?.();
      },
    },
  );
}
