import {
  conversationListQuerySchema,
  endpoints,
  pageQuerySchema,
  toRoutePath,
  updateConversationSchema,
} from '@lectern/contracts';
import { getPrincipal, validate } from '@lectern/service';
import express, { Router } from 'express';
import type { Conversations } from '../ports/conversations.ts';
import { readConversationId } from './conversation-id.ts';
import { ownerOf } from './owner.ts';

export interface ConversationRoutesDependencies {
  readonly conversations: Conversations;
  /** Drops what is kept of turns beside the database rows. */
  readonly forgetTurns: (turnIds: readonly string[]) => Promise<void>;
}

/** Reading, renaming and deleting one's own conversations. */
export function createConversationRoutes({
  conversations,
  forgetTurns,
}: ConversationRoutesDependencies): Router {
  const router = Router();
  const onePath = toRoutePath(endpoints.getConversation.insidePath);

  router.get(endpoints.listConversations.insidePath, async (request, response) => {
    const { limit, cursor } = validate(conversationListQuerySchema, request.query);
    const page = await conversations.list(ownerOf(getPrincipal(request)), { limit, cursor });
    response.json({ conversations: page.conversations, next_cursor: page.nextCursor });
  });

  router.get(onePath, async (request, response) => {
    const id = readConversationId(request.params.id);
    response.json(await conversations.get(ownerOf(getPrincipal(request)), id));
  });

  router.patch(onePath, express.json(), async (request, response) => {
    const id = readConversationId(request.params.id);
    const { title } = validate(updateConversationSchema, request.body);
    response.json(await conversations.rename(ownerOf(getPrincipal(request)), id, title));
  });

  router.delete(onePath, async (request, response) => {
    const id = readConversationId(request.params.id);
    await forgetTurns(await conversations.delete(ownerOf(getPrincipal(request)), id));
    response.status(204).end();
  });

  router.get(toRoutePath(endpoints.listMessages.insidePath), async (request, response) => {
    const id = readConversationId(request.params.id);
    const { limit, cursor } = validate(pageQuerySchema, request.query);
    const owner = ownerOf(getPrincipal(request));
    const page = await conversations.listMessages(owner, id, { limit, cursor });
    response.json({ messages: page.messages, next_cursor: page.nextCursor });
  });

  return router;
}
