import type { Conversation, Message } from '@lectern/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';

const pageSize = 500;
/** More than anybody reads in one sitting; older ones are found by search. */
const mostPages = 4;

export const conversationsQuery = queryOptions({
  queryKey: ['conversations'],
  queryFn: ({ signal }) => call('listConversations', { query: { limit: pageSize }, signal }),
});

/** All messages of a conversation, oldest first. */
export function messagesQuery(conversationId: string) {
  return queryOptions({
    queryKey: ['messages', conversationId],
    queryFn: ({ signal }) => listMessages(conversationId, signal),
    staleTime: 0,
    gcTime: 0,
  });
}

export async function listMessages(
  conversationId: string,
  signal?: AbortSignal,
): Promise<readonly Message[]> {
  const messages: Message[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const answer = await call('listMessages', {
      params: { id: conversationId },
      query: { limit: pageSize, ...(cursor && { cursor }) },
      ...(signal && { signal }),
    });
    messages.push(...answer.messages);
    if (!answer.next_cursor) break;
    cursor = answer.next_cursor;
  }
  return messages;
}

export function renameConversation(id: string, title: string): Promise<Conversation> {
  return call('updateConversation', { params: { id }, body: { title } });
}

export function deleteConversation(id: string): Promise<void> {
  return call('deleteConversation', { params: { id } });
}
