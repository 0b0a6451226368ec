import type { Conversation } from '@lectern/contracts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { refreshQueries } from '../api/query-client.ts';
import { deleteAttached, releaseAttached } from '../attachments/attach-files.ts';
import { useAction } from '../components/use-action.ts';
import { useTexts } from '../i18n/language.tsx';
import { collectionsQuery } from '../library/collections.ts';
import { findAttached } from '../library/find-attached.ts';
import { useBinNotice } from '../library/use-restore.ts';
import { conversationsQuery, deleteConversation } from './conversations.ts';
import { forgetChatSession } from './use-chat-session.ts';

interface Deletion {
  readonly conversations: readonly Pick<Conversation, 'id' | 'title'>[];
  /** Default: false. */
  readonly keepsFiles?: boolean;
}

/** Moves conversations and their attachments to the bin, with a notice that restores them. */
export function useDeleteConversations(onDone?: () => void) {
  const library = useTexts('library');
  const texts = useTexts('desk');
  const navigate = useNavigate();
  const { conversationId } = useParams({ strict: false });
  const collections = useQuery(collectionsQuery).data;
  const showNotice = useBinNotice();
  const remove = async ({ conversations, keepsFiles = false }: Deletion) => {
    const ids: string[] = [];
    try {
      for (const { id } of conversations) {
        const attached = findAttached(collections, id);
        await deleteConversation(id);
        ids.push(id);
        forgetChatSession(id);
        if (attached) await (keepsFiles ? releaseAttached : deleteAttached)(attached.id);
        if (attached && !keepsFiles) ids.push(attached.id);
      }
    } finally {
      void refreshQueries(conversationsQuery);
    }
    return ids;
  };
  return useAction(remove, {
    onDone: (ids, { conversations }) => {
      onDone?.();
      const [first, ...others] = conversations;
      const message =
        first && others.length === 0
          ? library.inBin(first.title)
          : texts.inBin(conversations.length);
      showNotice({ ids, message });
      if (conversations.some(({ id }) => id === conversationId)) void navigate({ to: '/' });
    },
  });
}
