import { AppError } from '@lectern/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { LlmDatabase } from '../database/tables.ts';

/** Position of a turn among those of its conversation. */
export interface TurnPlace {
  readonly id: string;
  readonly client_message_id: string;
  readonly parent_id: string | null;
  readonly question_id: string | null;
  readonly created_at: Date;
}

/**
 * Returns the last turn of the branch that contains a message, or of the newest branch. Undefined
 * for a conversation without turns.
 *
 * @throws AppError `message_not_found`.
 */
export async function findBranchEnd(
  database: LlmDatabase,
  conversationId: string,
  messageId: string | undefined,
): Promise<string | undefined> {
  if (messageId === undefined) {
    const newest = await database
      .selectFrom('turns')
      .select('id')
      .where('conversation_id', '=', conversationId)
      .orderBy('ordinal', 'desc')
      .limit(1)
      .executeTakeFirst();
    return newest?.id;
  }
  const { rows } = await sql<{ id: string }>`
    with recursive below as (
      select id, ordinal from llm.turns
      where conversation_id = ${conversationId}::uuid and (
        id::text = ${messageId} or client_message_id = ${messageId} or question_id in (
          select id from llm.turns
          where conversation_id = ${conversationId}::uuid and client_message_id = ${messageId}
        )
      )
      union
      select turn.id, turn.ordinal from llm.turns as turn join below on turn.parent_id = below.id
    )
    select id from below order by ordinal desc limit 1`.execute(database);
  if (!rows[0]) throw new AppError('message_not_found');
  return rows[0].id;
}

/** Returns whether a turn is part of the branch that ends with another one. */
export function isInBranch(conversationId: string, end: string): RawBuilder<boolean> {
  return sql<boolean>`id in (
    with recursive above as (
      select id, parent_id from llm.turns
      where id = ${end}::uuid and conversation_id = ${conversationId}::uuid
      union all
      select turn.id, turn.parent_id from llm.turns as turn join above on turn.id = above.parent_id
    )
    select id from above
  )`;
}

/** Returns the turns with the same parent as one of these, including these, oldest first. */
export async function selectSiblings(
  database: LlmDatabase,
  conversationId: string,
  turns: readonly Pick<TurnPlace, 'parent_id'>[],
): Promise<readonly TurnPlace[]> {
  const parents = turns.flatMap(({ parent_id }) => parent_id ?? []);
  const startsHere = turns.some(({ parent_id }) => parent_id === null);
  return database
    .selectFrom('turns')
    .select(['id', 'client_message_id', 'parent_id', 'question_id', 'created_at'])
    .where('conversation_id', '=', conversationId)
    .where((is) =>
      is.or([
        sql<boolean>`parent_id = any(${parents}::uuid[])`,
        ...(startsHere ? [is('parent_id', 'is', null)] : []),
      ]),
    )
    .orderBy('ordinal')
    .execute();
}
