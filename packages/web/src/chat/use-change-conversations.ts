import type { BodyOf, Conversation } from '@lectern/contracts';
import { call } from '../api/call.ts';
import { refreshQueries } from '../api/query-client.ts';
import { useAction } from '../components/use-action.ts';
import { conversationsQuery } from './conversations.ts';

/** Changes title, pin, archive or folder of conversations and refreshes the lists. */
export function useChangeConversations(
  conversations: readonly Pick<Conversation, 'id'>[],
  onDone?: () => void,
) {
  const change = async (body: BodyOf<'updateConversation'>) => {
    try {
      for (const { id } of conversations)
        await call('updateConversation', { params: { id }, body });
    } finally {
      void refreshQueries(conversationsQuery);
    }
  };
  return useAction(change, { ...(onDone && { onDone }) });
}
