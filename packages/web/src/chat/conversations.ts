import type { Conversation, Message } from '@lectern/contracts';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../api/request.ts';

interface ConversationPage {
  readonly conversations: readonly Conversation[];
  readonly next_cursor: string | null;
}

interface MessagePage {
  readonly messages: readonly Message[];
  readonly next_cursor: string | null;
}

const pageSize = 500;
/** More than anybody reads in one sitting; older ones are found by search. */
const mostPages = 4;

export const conversationsQuery = queryOptions({
  queryKey: ['conversations'],
  queryFn: ({ signal }) =>
    request<ConversationPage>('GET', '/api/conversations', {
      query: { limit: pageSize },
      signal,
    }),
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
    const answer = await request<MessagePage>(
      'GET',
      `/api/conversations/${conversationId}/messages`,
      { query: { limit: pageSize, cursor }, signal },
    );
    messages.push(...answer.messages);
    if (!answer.next_cursor) break;
    cursor = answer.next_cursor;
  }
  return messages;
}

export function renameConversation(id: string, title: string): Promise<Conversation> {
  return request('PATCH', `/api/conversations/${id}`, { body: { title } });
}

export function deleteConversation(id: string): Promise<void> {
  return request('DELETE', `/api/conversations/${id}`);
}
