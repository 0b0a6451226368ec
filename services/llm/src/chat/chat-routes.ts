import {
  AppError,
  type ChatResponse,
  chatRequestSchema,
  endpoints,
  toRoutePath,
} from '@lectern/contracts';
import { getPrincipal, startDeadline, validate, wantsEvents } from '@lectern/service';
import express, { Router } from 'express';
import { readConversationId } from '../conversations/conversation-id.ts';
import { ownerOf } from '../conversations/owner.ts';
import { toTitle } from '../conversations/title.ts';
import type { Conversations } from '../ports/conversations.ts';
import type { Turns } from '../ports/turns.ts';
import type { EndedTurn, TurnRunner } from './turn-runner.ts';
import { sendUiMessageStream } from './ui-message-stream.ts';

export interface ChatRoutesDependencies {
  readonly runner: TurnRunner;
  readonly turns: Turns;
  readonly conversations: Conversations;
}

/** A caller waits for a whole turn at most. */
const longestWaitMs = 310_000;

/** Saying something, following the answer, stopping it. */
export function createChatRoutes({ runner, turns, conversations }: ChatRoutesDependencies): Router {
  const router = Router();

  router.post(
    endpoints.chat.insidePath,
    express.json({ limit: '256kb' }),
    async (request, response) => {
      const owner = ownerOf(getPrincipal(request));
      const body = validate(chatRequestSchema, request.body);
      const turn = await runner.begin(
        owner,
        {
          message: body.message,
          messageId: body.message_id,
          conversationId: body.conversation_id,
          title: toTitle(body.message),
          mode: body.mode,
          collectionFilter: body.collection_filter,
        },
        request.token ?? '',
      );
      if (wantsEvents(request)) {
        await sendUiMessageStream(request, response, (signal) =>
          runner.follow(owner, turn, -1, signal),
        );
        return;
      }
      const deadline = startDeadline(request, response, longestWaitMs);
      const ended = await runner.wait(owner, turn, deadline.signal).catch((error: unknown) => {
        throw deadline.passed
          ? new AppError('deadline_exceeded', undefined, { cause: error })
          : error;
      });
      response.json(toChatResponse(ended));
    },
  );

  router.post(toRoutePath(endpoints.stopConversation.insidePath), async (request, response) => {
    const owner = ownerOf(getPrincipal(request));
    const id = readConversationId(request.params.id);
    const deadline = startDeadline(request, response, longestWaitMs);
    await runner.stop(owner, id, deadline.signal);
    response.json(await conversations.get(owner, id));
  });

  router.get(toRoutePath(endpoints.streamConversation.insidePath), async (request, response) => {
    const owner = ownerOf(getPrincipal(request));
    const turn = await turns.findRunning(owner, readConversationId(request.params.id));
    if (!turn) {
      response.status(204).end();
      return;
    }
    const lastEventId = request.header('last-event-id') ?? '';
    const after = /^\d{1,9}$/.test(lastEventId) ? Number(lastEventId) : -1;
    await sendUiMessageStream(request, response, (signal) =>
      runner.follow(owner, turn, after, signal),
    );
  });

  return router;
}

function toChatResponse(turn: EndedTurn): ChatResponse {
  if (turn.status === 'failed') throw new AppError(turn.errorCode ?? 'internal');
  return {
    conversation_id: turn.conversationId,
    message_id: turn.id,
    answer: turn.answer,
    abstained: turn.abstained,
    citations: [...turn.citations],
    tool_calls: [...turn.toolCalls],
    warnings: [...turn.warnings],
  };
}
