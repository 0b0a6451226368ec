import type { BodyOf } from '@lectern/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { useAction } from '../components/use-action.ts';
import { conversationsQuery } from './conversations.ts';

/** Changes title, pin, archive or folder and refreshes the lists. */
export function useChangeConversation(id: string, onDone?: () => void) {
  const client = useQueryClient();
  return useAction(
    (body: BodyOf<'updateConversation'>) => call('updateConversation', { params: { id }, body }),
    {
      onDone: () => {
        void client.invalidateQueries({ queryKey: conversationsQuery.queryKey });
        onDone?.();
      },
    },
  );
}
