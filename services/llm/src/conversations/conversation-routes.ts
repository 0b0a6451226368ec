import { endpoints } from '@lectern/contracts';
import type { EndpointRoutes } from '@lectern/service';
import type { Conversations } from '../ports/conversations.ts';
import { ownerOf } from './owner.ts';

export interface ConversationRoutesDependencies {
  readonly conversations: Conversations;
  /** Drops what is kept of turns beside the database rows. */
  readonly forgetTurns: (turnIds: readonly string[]) => Promise<void>;
}

/** Reading, renaming and deleting one's own conversations. */
export function mountConversationRoutes(
  routes: EndpointRoutes,
  { conversations, forgetTurns }: ConversationRoutesDependencies,
): void {
  routes.mount(endpoints.listConversations, async ({ principal, query: { limit, cursor } }) => {
    const page = await conversations.list(ownerOf(principal), { limit, cursor });
    return { conversations: page.conversations, next_cursor: page.nextCursor };
  });
  routes.mount(endpoints.getConversation, ({ principal, params }) =>
    conversations.get(ownerOf(principal), params.id),
  );
  routes.mount(endpoints.updateConversation, ({ principal, params, body }) =>
    conversations.rename(ownerOf(principal), params.id, body.title),
  );
  routes.mount(endpoints.deleteConversation, async ({ principal, params }) => {
    await forgetTurns(await conversations.delete(ownerOf(principal), params.id));
  });
  routes.mount(endpoints.listMessages, async ({ principal, params, query: { limit, cursor } }) => {
    const page = await conversations.listMessages(ownerOf(principal), params.id, { limit, cursor });
    return { messages: page.messages, next_cursor: page.nextCursor };
  });
}
