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
  readonly caller: TurnCaller;
}

/** The question asks for what its person may not read. */
const scopeErrors: ReadonlySet<ErrorCode> = new Set(['collection_not_found', 'document_not_found']);

/**
 * Begins the turn of a message and gives what `answer` makes of it. A conversation that would begin
 * with a refused collection or document is taken back: its caller never learns of it.
 *
 * @throws AppError what a turn refuses, and what `answer` throws.
 */
export async function answerMessage<Answer>(
  { runner, conversations }: AnswerMessageDependencies,
  { asked, caller }: AskedMessage,
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
