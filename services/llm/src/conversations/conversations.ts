import {
  AppError,
  type Conversation,
  type Message,
  type PageQuery,
  type UpdateConversation,
} from '@lectern/contracts';
import { cursorNumberSchema, cutPage, readCursor, writeCursor } from '@lectern/service';
import { type ExpressionBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { LlmDatabase, LlmTables } from '../database/tables.ts';
import { type Owner, ofOwner } from '../ports/owner.ts';
import { findBranchEnd, isInBranch, selectSiblings } from '../turns/read-branch.ts';
import { selectToolCalls } from '../turns/read-turn.ts';
import { toAssistantMessage, toUserMessage } from './to-message.ts';

export interface MessagePage extends PageQuery {
  /** A message of the requested branch. Default: the newest branch. */
  readonly branch: string | undefined;
}

/** Filter of a list of conversations. Default: all. */
export interface WantedConversations extends PageQuery {
  /** Text in the title, a question or an answer. */
  readonly words: string | undefined;
  /** Id of a document that an answer cites. */
  readonly cites: string | undefined;
  /** Default: those that are not archived, and both where words or a document are given. */
  readonly archived?: boolean | undefined;
  readonly folder?: string | undefined;
}

/** Conversations of one owner. Another owner's id is unknown: `conversation_not_found`. */
export class Conversations {
  readonly #database: LlmDatabase;

  constructor(database: LlmDatabase) {
    this.#database = database;
  }

  /**
   * Lists conversations, pinned ones first, then the latest first.
   *
   * @throws AppError `invalid_request` for an invalid cursor.
   */
  async list(
    owner: Owner,
    { limit, cursor, words, cites, archived, folder }: WantedConversations,
  ): Promise<{ conversations: Conversation[]; nextCursor: string | null }> {
    const after = cursor === undefined ? undefined : readCursor(conversationCursor, cursor);
    const isSearch = words !== undefined || cites !== undefined;
    const wantedArchived = archived ?? (isSearch ? undefined : false);
    const rows = await this.#select(owner)
      .$if(wantedArchived !== undefined, (query) =>
        query.where('archived', '=', wantedArchived === true),
      )
      .$if(folder !== undefined, (query) => query.where('folder', '=', folder ?? null))
      .$if(words !== undefined, (query) => query.where(holds(words ?? '')))
      .$if(cites !== undefined, (query) => query.where(citesDocument(cites ?? '')))
      .$if(after !== undefined, (query) =>
        query.where(
          sql<boolean>`(pinned, updated_at, conversations.id) < (
            ${after?.pinned ?? false}::boolean, ${toTimestamp(after?.at ?? '0')}, ${after?.id}::uuid
          )`,
        ),
      )
      .select(updatedMicroseconds)
      .orderBy('pinned', 'desc')
      .orderBy('updated_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
    const { page, nextCursor } = cutPage(rows, limit, ({ updated_us: at, id, pinned }) => ({
      at,
      id,
      pinned,
    }));
    return { conversations: page.map(toConversation), nextCursor };
  }

  async get(owner: Owner, id: string): Promise<Conversation> {
    const row = await this.#select(owner).where('id', '=', id).executeTakeFirst();
    if (!row) throw new AppError('conversation_not_found');
    return toConversation(row);
  }

  /** Changes title, pin, archive and folder. */
  async update(
    owner: Owner,
    id: string,
    { title, pinned, archived, folder }: UpdateConversation,
  ): Promise<Conversation> {
    await this.#database
      .updateTable('conversations')
      .set({
        // An update needs at least one column.
        id,
        ...(title !== undefined && { title, updated_at: sql`now()` }),
        ...(pinned !== undefined && { pinned }),
        ...(archived !== undefined && { archived }),
        ...(folder !== undefined && { folder }),
      })
      .where('id', '=', id)
      .where((is) => is.and(ofOwner(owner)))
      .where('deleted_at', 'is', null)
      .execute();
    return this.get(owner, id);
  }

  async deleteBegunBy(
    owner: Owner,
    turn: { readonly id: string; readonly conversationId: string },
  ): Promise<void> {
    await this.#database
      .deleteFrom('conversations')
      .where('id', '=', turn.conversationId)
      .where((is) => is.and(ofOwner(owner)))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('turns')
              .select('turns.id')
              .where('turns.conversation_id', '=', turn.conversationId)
              .where('turns.id', '!=', turn.id),
          ),
        ),
      )
      .execute();
  }

  /** Moves a conversation to the bin; returns the ids of its turns. */
  async delete(owner: Owner, id: string): Promise<string[]> {
    return this.#database.transaction().execute(async (transaction) => {
      const deleted = await transaction
        .updateTable('conversations')
        .set({ deleted_at: new Date() })
        .where('id', '=', id)
        .where((is) => is.and(ofOwner(owner)))
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      if (deleted.numUpdatedRows === 0n) throw new AppError('conversation_not_found');
      // Otherwise another process would resume these turns.
      await transaction
        .updateTable('turns')
        .set({ status: 'stopped', stop_requested: true, runner_id: null, finished_at: sql`now()` })
        .where('conversation_id', '=', id)
        .where('status', 'in', ['running', 'waiting'])
        .execute();
      const turns = await transaction
        .selectFrom('turns')
        .select('id')
        .where('conversation_id', '=', id)
        .execute();
      return turns.map((turn) => turn.id);
    });
  }

  /**
   * Returns the messages of one branch, oldest first.
   *
   * @throws AppError `message_not_found` for an unknown branch.
   */
  async listMessages(
    owner: Owner,
    id: string,
    { limit, cursor, branch }: MessagePage,
  ): Promise<{ messages: Message[]; nextCursor: string | null }> {
    const { mode } = await this.get(owner, id);
    const from = cursor === undefined ? undefined : readCursor(messageCursor, cursor);
    const end = from?.end ?? (await findBranchEnd(this.#database, id, branch));
    if (end === undefined) return { messages: [], nextCursor: null };
    const rows = await this.#database
      .selectFrom('turns')
      .selectAll()
      .where('conversation_id', '=', id)
      .where(isInBranch(id, end))
      .$if(from !== undefined, (query) => query.where('ordinal', '>=', from?.ordinal ?? ''))
      .orderBy('ordinal')
      .limit(Math.ceil(limit / 2) + 1)
      .execute();
    const calls = await selectToolCalls(
      this.#database,
      rows.map((row) => row.id),
    );
    const siblings = await selectSiblings(this.#database, id, rows);
    const entries = rows.flatMap((row) => [
      {
        at: { ordinal: row.ordinal, answer: false, end },
        message: toUserMessage(row, siblings, mode),
      },
      {
        at: { ordinal: row.ordinal, answer: true, end },
        message: toAssistantMessage(row, siblings, { mode, calls: calls.get(row.id) ?? [] }),
      },
    ]);
    if (from?.answer) entries.shift();
    const next = entries[limit];
    return {
      messages: entries.slice(0, limit).map(({ message }) => message),
      nextCursor: next ? writeCursor(next.at) : null,
    };
  }

  #select(owner: Owner) {
    return this.#database
      .selectFrom('conversations')
      .select(['id', 'title', 'mode', 'model_id', 'assistant_id', 'created_at', 'updated_at'])
      .select(['pinned', 'archived', 'folder', 'share_audience', 'share_user_ids'])
      .select((query) => [hasTurn(query, 'running'), hasTurn(query, 'waiting')])
      .where((is) => is.and(ofOwner(owner)))
      .where('deleted_at', 'is', null);
  }
}

function hasTurn<Status extends 'running' | 'waiting'>(
  query: ExpressionBuilder<LlmTables, 'conversations'>,
  status: Status,
) {
  return query
    .exists(
      query
        .selectFrom('turns')
        .select('turns.id')
        .whereRef('turns.conversation_id', '=', 'conversations.id')
        .where('turns.status', '=', status),
    )
    .as(status);
}

function toConversation(row: {
  id: string;
  title: string;
  mode: Conversation['mode'];
  model_id: string | null;
  assistant_id: string | null;
  created_at: Date;
  updated_at: Date;
  pinned: boolean;
  archived: boolean;
  folder: string | null;
  share_audience: Conversation['share']['audience'];
  share_user_ids: string[];
  running: unknown;
  waiting: unknown;
}): Conversation {
  return {
    id: row.id,
    title: row.title,
    mode: row.mode,
    model_id: row.model_id,
    assistant_id: row.assistant_id,
    running: row.running === true,
    waiting: row.waiting === true,
    pinned: row.pinned,
    archived: row.archived,
    folder: row.folder,
    share: { audience: row.share_audience, user_ids: row.share_user_ids },
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** Matches conversations with a text in their title, a question or an answer. */
function holds(text: string) {
  const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return sql<boolean>`(title ilike ${pattern} or exists (
    select from llm.turns as turn where turn.conversation_id = conversations.id
      and (turn.question ilike ${pattern} or turn.answer ilike ${pattern})
  ))`;
}

/** Matches conversations with an answer that cites a document. */
function citesDocument(id: string) {
  return sql<boolean>`exists (
    select from llm.turns as turn where turn.conversation_id = conversations.id
      and turn.citations @> ${JSON.stringify([{ document_id: id }])}::jsonb
  )`;
}

/** Selects the time of the last change in microseconds since 1970. */
export const updatedMicroseconds =
  sql<string>`(extract(epoch from updated_at) * 1000000)::bigint::text`.as('updated_us');

export function toTimestamp(microseconds: string | number) {
  return sql`timestamptz 'epoch' + ${microseconds}::bigint * interval '1 microsecond'`;
}

/** `at` is in microseconds since 1970. */
export const conversationCursor = z.object({
  at: cursorNumberSchema,
  id: z.uuid(),
  // Absent in cursors of the release before.
  pinned: z.boolean().optional(),
});
/** `end` is the last turn of the branch. */
const messageCursor = z.object({
  ordinal: cursorNumberSchema,
  answer: z.boolean(),
  end: z.uuid(),
});
