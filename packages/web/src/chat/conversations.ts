import type { Message } from '@lectern/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';

const pageSize = 500;
const refreshMs = 10_000;
/** Limits the list; older conversations are found by search. */
const maxPages = 4;

/** Queries conversations by words of their titles or messages. */
export function foundConversationsQuery(words: string) {
  return queryOptions({
    queryKey: ['conversations', words],
    queryFn: ({ signal }) =>
      call('listConversations', { query: { limit: 50, query: words }, signal }),
    placeholderData: keepPreviousData,
    enabled: words !== '',
  });
}

/** Polled, because other tabs and clients change conversations. */
export const conversationsQuery = queryOptions({
  queryKey: ['conversations'],
  queryFn: ({ signal }) => call('listConversations', { query: { limit: pageSize }, signal }),
  refetchInterval: refreshMs,
  refetchOnWindowFocus: 'always',
});

/** Returns the messages of the newest branch or of a message's branch, oldest first. */
export async function listMessages(
  conversationId: string,
  branch?: string,
): Promise<readonly Message[]> {
  const messages: Message[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const answer = await call('listMessages', {
      params: { id: conversationId },
      query: { limit: pageSize, ...(branch && { branch }), ...(cursor && { cursor }) },
    });
    messages.push(...answer.messages);
    if (!answer.next_cursor) break;
    cursor = answer.next_cursor;
  }
  return messages;
}

export function deleteConversation(id: string): Promise<void> {
  return call('deleteConversation', { params: { id } });
}
