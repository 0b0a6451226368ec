import { AppError, type chatRequestSchema, type ErrorCode } from '@lectern/contracts';
import type { z } from 'zod';
import type { Conversations } from '../conversations/conversations.ts';
import { toTitle } from '../conversations/title.ts';
import type { Turn } from '../turns/turn.ts';
import type { TurnCaller } from './turn-caller.ts';
import type { TurnRunner } from './turn-runner.ts';

export interface AnswerMessageDependencies {
  readonly runner: TurnRunner;
  readonly conversations: Conversations;
}

export interface AskedMessage {
  readonly asked: z.output<typeof chatRequestSchema>;
  /** Id of the requested model connection. */
  readonly modelId: string | undefined;
  readonly caller: TurnCaller;
}

/** Errors for a collection or document that the person may not read. */
const scopeErrors: ReadonlySet<ErrorCode> = new Set(['collection_not_found', 'document_not_found']);

/**
 * Begins the turn of a message and returns the result of `answer`. A conversation that would begin
 * with a refused collection or document is deleted, since its caller never learns of it.
 *
 * @throws AppError of the turn's start and of `answer`.
 */
export async function answerMessage<Answer>(
  { runner, conversations }: AnswerMessageDependencies,
  { asked, modelId, caller }: AskedMessage,
  answer: (turn: Turn) => Promise<Answer>,
): Promise<Answer> {
  const { owner, grounds, token } = caller;
  const turn = await runner.begin(
    owner,
    {
      message: asked.message,
      messageId: asked.message_id,
      conversationId: asked.conversation_id,
      title: toTitle(asked.message),
      mode: asked.mode,
      modelId,
      assistantId: asked.assistant_id,
      collectionFilter: asked.collection_filter,
      parentId: asked.parent_id,
      grounds,
    },
    token,
  );
  try {
    return await answer(turn);
  } catch (error) {
    const isRefused = error instanceof AppError && scopeErrors.has(error.code);
    if (isRefused && asked.conversation_id === undefined) {
      await conversations.deleteBegunBy(owner, turn);
    }
    throw error;
  }
}
