import { buildFollowUpPrompt } from '@lectern/answering/prompts';
import { AppError } from '@lectern/contracts';
import { runModel, withoutUnseen } from '@lectern/models';
import { sql } from 'kysely';
import type { Reader } from '../clients/readable-documents.ts';
import type { LlmDatabase } from '../database/tables.ts';
import type { ModelChooser } from '../models/model-chooser.ts';
import type { Owner } from '../ports/owner.ts';
import { modeOfTurn } from '../turns/read-turn.ts';
import { requireConversation } from '../turns/require-conversation.ts';
import type { FindWithheld } from '../withheld-quotes/find-withheld.ts';
import { withholdQuotes } from '../withheld-quotes/withhold-quotes.ts';

export interface FollowUpDependencies {
  readonly database: LlmDatabase;
  readonly chooser: Pick<ModelChooser, 'chooseAgain'>;
  readonly findWithheld: FindWithheld;
}

export interface FollowedAnswer {
  readonly conversationId: string;
  readonly messageId: string;
  readonly owner: Owner;
  readonly reader: Reader;
  readonly signal: AbortSignal;
}

const maxQuestions = 3;
const maxQuestionLength = 200;
const maxTokens = 200;

/**
 * Returns questions that may follow an answer, by the model of the answer. None after an abstention
 * and where the model cannot write.
 *
 * @throws AppError `conversation_not_found`, `message_not_found`, `quota_exceeded`,
 *   `model_unavailable`.
 */
export async function suggestFollowUps(
  { database, chooser, findWithheld }: FollowUpDependencies,
  { conversationId, messageId, owner, reader, signal }: FollowedAnswer,
): Promise<string[]> {
  await requireConversation(database, owner, conversationId);
  const turn = await database
    .selectFrom('turns')
    .innerJoin('conversations', 'conversations.id', 'turns.conversation_id')
    .select(['question', 'answer', 'citations', 'abstained', 'turns.model_id', modeOfTurn])
    .where('conversation_id', '=', conversationId)
    .where(sql<boolean>`turns.id::text = ${messageId}`)
    .where('status', '=', 'done')
    .executeTakeFirst();
  if (!turn) throw new AppError('message_not_found');
  if (turn.abstained) return [];
  const models = await chooser.chooseAgain(owner, turn.model_id ?? undefined);
  if (models.model.isExtractive) return [];
  const [shown = turn] = await withholdQuotes(findWithheld, [turn], reader);
  try {
    const request = { messages: buildFollowUpPrompt(shown), maxTokens };
    const { text, finishReason } = await runModel(models.model, request, { signal });
    // A cut reply may be the thoughts of a model that reasons.
    return finishReason === 'stop' ? readQuestions(text, shown.question) : [];
  } finally {
    await models.release();
  }
}

const reasoning = /^\s*<think>.*?<\/think>/s;
/** A number, a bullet or quotation marks around a line. */
const wrapping = /^(?:\d+[.)]|[-*•])?[\s"'«»“”„*]*|[\s"'«»“”„*]*$/gu;

/** Returns the lines of a model that can be asked. */
export function readQuestions(written: string, asked: string): string[] {
  const lines = withoutUnseen(written.replace(reasoning, ''))
    .split('\n')
    .map((line) => line.replaceAll(wrapping, ''))
    .filter((line) => /\p{L}/u.test(line) && line.length <= maxQuestionLength && line !== asked);
  return [...new Set(lines)].slice(0, maxQuestions);
}
