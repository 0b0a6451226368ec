import type { ConversationMode, Message, ToolCall } from '@lectern/contracts';
import type { Selectable } from 'kysely';
import type { LlmTables } from '../database/tables.ts';
import type { TurnPlace } from '../turns/read-branch.ts';
import { toRequest } from '../turns/read-turn.ts';

type TurnRow = Selectable<LlmTables['turns']>;

/**
 * Returns the message of a person. A regenerated answer belongs to the question of the first
 * answer.
 * @param mode Mode of the conversation, for turns of older versions.
 */
export function toUserMessage(
  row: TurnRow,
  siblings: readonly TurnPlace[],
  mode: ConversationMode,
): Message {
  const question = questionOf(row, siblings);
  return {
    id: question.client_message_id,
    parent_id: row.parent_id,
    branches: siblings
      .filter(({ parent_id, question_id }) => !question_id && parent_id === row.parent_id)
      .map(({ client_message_id }) => client_message_id),
    role: 'user',
    content: row.question,
    mode: row.mode ?? mode,
    ...(row.collection_filter && { collection_filter: row.collection_filter }),
    status: 'done',
    abstained: false,
    citations: [],
    tool_calls: [],
    feedback: null,
    warnings: [],
    created_at: question.created_at.toISOString(),
  };
}

export function toAssistantMessage(
  row: TurnRow,
  siblings: readonly TurnPlace[],
  { mode, calls }: { readonly mode: ConversationMode; readonly calls: readonly ToolCall[] },
): Message {
  const question = questionOf(row, siblings);
  return {
    id: row.id,
    parent_id: question.client_message_id,
    branches: siblings
      .filter(({ id, question_id }) => (question_id ?? id) === question.id)
      .map(({ id }) => id),
    role: 'assistant',
    content: row.answer,
    mode: row.mode ?? mode,
    ...(row.model && { model: row.model }),
    ...(row.assistant && { assistant: row.assistant }),
    status: row.status,
    abstained: row.abstained,
    ...(row.evidence !== null && { evidence: row.evidence }),
    citations: row.citations,
    tool_calls: [...calls],
    ...(row.route && { route: row.route }),
    ...(row.status === 'waiting' && row.approval && { approval: toRequest(row.approval) }),
    feedback: row.feedback_rating && { rating: row.feedback_rating, reason: row.feedback_reason },
    warnings: row.warnings,
    created_at: (row.finished_at ?? row.created_at).toISOString(),
  };
}

function questionOf(row: TurnRow, siblings: readonly TurnPlace[]): TurnPlace {
  return siblings.find(({ id }) => id === row.question_id) ?? row;
}
