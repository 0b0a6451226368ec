import type { UiChatRequest } from '@lectern/contracts';
import { toTitle } from '../conversations/title.ts';
import type { Turn } from '../turns/turn.ts';
import type { Turns } from '../turns/turns.ts';
import type { SaidOnPage } from './read-ui-chat.ts';
import type { TurnCaller } from './turn-caller.ts';
import type { TurnRunner } from './turn-runner.ts';

interface PageChat {
  readonly runner: TurnRunner;
  readonly turns: Turns;
}

interface PageMessage {
  readonly asked: UiChatRequest;
  readonly said: SaidOnPage;
  /** Id of the requested model connection. */
  readonly modelId: string | undefined;
  readonly caller: TurnCaller;
}

/**
 * Begins the turn of a page that uses the AI SDK's request form. A regenerated message replaces an
 * earlier answer; a message without an answer is answered now.
 *
 * @throws AppError of the turn's start.
 */
export async function beginFromPage(
  { runner, turns }: PageChat,
  { asked, said, modelId, caller: { owner, grounds, token } }: PageMessage,
): Promise<Turn> {
  const { message, messageId, conversationId, parentId } = said;
  const earlier =
    asked.trigger === 'regenerate-message' && messageId !== undefined
      ? await turns.findByMessage(owner, messageId)
      : undefined;
  if (earlier?.question === message) {
    const { conversationId: own, id } = earlier;
    const { mode } = asked;
    const branch = {
      conversationId: own,
      messageId: id,
      edited: undefined,
      mode,
      modelId,
      assistantId: asked.assistant_id,
      grounds,
    };
    return runner.beginBranch(owner, branch, token);
  }
  return runner.begin(
    owner,
    {
      message,
      messageId: earlier ? undefined : messageId,
      conversationId,
      title: toTitle(message),
      mode: asked.mode,
      modelId,
      assistantId: asked.assistant_id,
      collectionFilter: asked.collection_filter,
      parentId,
      grounds,
    },
    token,
  );
}
