import { randomUUID } from 'node:crypto';
import { type AnswerAssistant, AppError, type Assistant } from '@lectern/contracts';
import { type Selectable, sql, type Transaction } from 'kysely';
import type { Grounds } from '../clients/run-tokens.ts';
import type { LlmTables } from '../database/tables.ts';
import type { AnswerMode } from '../ports/answer-mode.ts';
import { type Owner, ofOwner } from '../ports/owner.ts';
import type { NewBranch, NewTurn, Turn } from './turn.ts';

interface GroundsColumns {
  readonly credential: string | null;
  readonly scopes: string[];
}

export function toColumns({ credential, scopes }: Grounds): GroundsColumns {
  return { credential: credential ?? null, scopes: [...scopes] };
}

/** Fields of a conversation that a new turn needs. */
interface Begun {
  readonly id: string;
  readonly mode: Turn['mode'];
}

export type ModeLimits = Readonly<Record<Turn['mode'], Pick<AnswerMode, 'maxQuestionLength'>>>;

interface TurnToInsert<Given> {
  readonly given: Given;
  /** Default: that of the turn before; null for none. */
  readonly assistant: Assistant | null | undefined;
  readonly runnerId: string;
  readonly modes: ModeLimits;
}

/**
 * Inserts a turn after another one, with its conversation where it begins one, and returns its id.
 */
export async function insertTurn(
  transaction: Transaction<LlmTables>,
  owner: Owner,
  { given, assistant, runnerId, modes }: TurnToInsert<NewTurn>,
): Promise<string> {
  const { message, messageId, conversationId, title, mode, collectionFilter } = given;
  const conversation = conversationId
    ? await touchConversation(transaction, owner, conversationId)
    : await insertConversation(transaction, owner, { title, mode: mode ?? 'knowledge' });
  const parent = await findParent(transaction, conversation.id, given.parentId);
  const chosen = choose(given, { assistant, before: parent, mode: conversation.mode });
  assertLength(message, modes[chosen.mode]);
  await saveChoice(transaction, conversation.id, chosen);
  const id = randomUUID();
  return insertRow(transaction, {
    id,
    parent_id: parent?.id ?? null,
    question_id: null,
    conversation_id: conversation.id,
    ...ofOwner(owner),
    client_message_id: messageId ?? randomUUID(),
    question: message,
    collection_filter: collectionFilter ? JSON.stringify(collectionFilter) : null,
    runner_id: runnerId,
    ...chosen,
    ...toColumns(given.grounds),
  });
}

/** Inserts a turn beside another one and returns its id. */
export async function insertBranch(
  transaction: Transaction<LlmTables>,
  owner: Owner,
  { given, assistant, runnerId, modes }: TurnToInsert<NewBranch>,
): Promise<string> {
  const { conversationId, messageId, edited, grounds } = given;
  const conversation = await touchConversation(transaction, owner, conversationId);
  const beside = await transaction
    .selectFrom('turns')
    .select(['id', 'parent_id', 'question_id', 'question', 'collection_filter'])
    .select(['mode', 'model_id', 'assistant'])
    .where('conversation_id', '=', conversationId)
    .where(sql<boolean>`(id::text = ${messageId} or client_message_id = ${messageId})`)
    .executeTakeFirst();
  if (!beside) throw new AppError('message_not_found');
  if (edited && beside.id === messageId) {
    throw new AppError('invalid_request', 'message_id: an answer cannot be edited', {
      details: { field: 'message_id' },
    });
  }
  const chosen = choose(given, { assistant, before: beside, mode: conversation.mode });
  assertLength(edited?.message ?? beside.question, modes[chosen.mode]);
  await saveChoice(transaction, conversationId, chosen);
  const id = randomUUID();
  return insertRow(transaction, {
    id,
    parent_id: beside.parent_id,
    question_id: edited ? null : (beside.question_id ?? beside.id),
    conversation_id: conversationId,
    ...ofOwner(owner),
    // A regenerated answer has no message of its own.
    client_message_id: edited ? (edited.messageId ?? randomUUID()) : id,
    question: edited ? edited.message : beside.question,
    collection_filter: beside.collection_filter && JSON.stringify(beside.collection_filter),
    runner_id: runnerId,
    ...chosen,
    ...toColumns(grounds),
  });
}

function assertLength(message: string, { maxQuestionLength }: ModeLimits[Turn['mode']]): void {
  if (maxQuestionLength === undefined || message.length <= maxQuestionLength) return;
  throw new AppError(
    'invalid_request',
    `message: has ${maxQuestionLength} characters at most in this mode`,
    { details: { field: 'message' } },
  );
}

/** Mode, model connection and assistant of a turn. */
interface Choice<Assistant> {
  readonly mode: Turn['mode'];
  readonly model_id: string | null;
  readonly assistant: Assistant;
}

/** Chooses for a turn. Mode and model of an assistant are defaults where its work begins. */
function choose(
  { mode, modelId }: Pick<NewTurn, 'mode' | 'modelId'>,
  from: {
    readonly assistant: Assistant | null | undefined;
    readonly before: LatestChoice | undefined;
    readonly mode: Turn['mode'];
  },
): Choice<string | null> {
  const { before } = from;
  const assistant = from.assistant === undefined ? before?.assistant : from.assistant;
  const begun = from.assistant?.id === before?.assistant?.id ? undefined : from.assistant;
  return {
    mode: mode ?? begun?.mode ?? before?.mode ?? from.mode,
    model_id: modelId ?? begun?.model ?? before?.model_id ?? null,
    assistant: assistant
      ? JSON.stringify({ id: assistant.id, name: assistant.name } satisfies AnswerAssistant)
      : null,
  };
}

type LatestChoice = Pick<Selectable<LlmTables['turns']>, 'mode' | 'model_id' | 'assistant'>;

/** A conversation has mode, model and assistant of its latest turn. */
async function saveChoice(
  transaction: Transaction<LlmTables>,
  conversationId: string,
  { assistant, ...choice }: Choice<string | null>,
): Promise<void> {
  await transaction
    .updateTable('conversations')
    .set({
      ...choice,
      assistant_id: assistant === null ? null : (JSON.parse(assistant) as AnswerAssistant).id,
    })
    .where('id', '=', conversationId)
    .execute();
}

interface NewRow extends GroundsColumns, Choice<string | null> {
  readonly id: string;
  readonly parent_id: string | null;
  readonly question_id: string | null;
  readonly conversation_id: string;
  readonly organisation_id: string;
  readonly user_id: string;
  readonly client_message_id: string;
  readonly question: string;
  readonly collection_filter: string | null;
  readonly runner_id: string;
}

async function insertRow(transaction: Transaction<LlmTables>, row: NewRow): Promise<string> {
  await transaction
    .insertInto('turns')
    .values({ ...row, status: 'running', heartbeat_at: sql`now()` })
    .execute();
  return row.id;
}

/** Returns the given turn of the conversation, or its newest one. */
async function findParent(
  transaction: Transaction<LlmTables>,
  conversationId: string,
  wanted: string | undefined,
): Promise<({ readonly id: string } & LatestChoice) | undefined> {
  const row = await transaction
    .selectFrom('turns')
    .select(['id', 'mode', 'model_id', 'assistant'])
    .where('conversation_id', '=', conversationId)
    .$if(wanted !== undefined, (query) => query.where('id', '=', wanted ?? ''))
    .orderBy('ordinal', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row && wanted !== undefined) {
    throw new AppError('invalid_request', 'parent_id: is no answer of this conversation', {
      details: { field: 'parent_id' },
    });
  }
  return row;
}

async function insertConversation(
  transaction: Transaction<LlmTables>,
  owner: Owner,
  { title, mode }: { readonly title: string; readonly mode: Turn['mode'] },
): Promise<Begun> {
  const id = randomUUID();
  await transaction
    .insertInto('conversations')
    .values({
      id,
      ...ofOwner(owner),
      title,
      mode,
    })
    .execute();
  return { id, mode };
}

async function touchConversation(
  transaction: Transaction<LlmTables>,
  owner: Owner,
  id: string,
): Promise<Begun> {
  const row = await transaction
    .updateTable('conversations')
    .set({ updated_at: sql`now()` })
    .where('id', '=', id)
    .where((is) => is.and(ofOwner(owner)))
    .where('deleted_at', 'is', null)
    .returning(['id', 'mode'])
    .executeTakeFirst();
  if (!row) throw new AppError('conversation_not_found');
  return row;
}
