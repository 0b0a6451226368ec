import { AppError, type Conversation, type Message } from '@lectern/contracts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Route } from '../ports/answer-mode.ts';
import type { Conversations, Owner, Page } from '../ports/conversations.ts';
import type { LlmDatabase, StoredApproval } from './postgres-schema.ts';
import { selectToolCalls, toRequest } from './read-turn.ts';

/** Conversations in PostgreSQL. */
export class PostgresConversations implements Conversations {
  readonly #database: LlmDatabase;

  constructor(database: LlmDatabase) {
    this.#database = database;
  }

  async list(
    owner: Owner,
    { limit, cursor }: Page,
  ): Promise<{ conversations: Conversation[]; nextCursor: string | null }> {
    const after = cursor === undefined ? undefined : readCursor(conversationCursor, cursor);
    const rows = await this.#select(owner)
      .$if(after !== undefined, (query) =>
        query.where(
          sql<boolean>`(updated_at, conversations.id) < (
            timestamptz 'epoch' + ${after?.at}::bigint * interval '1 microsecond', ${after?.id}::uuid
          )`,
        ),
      )
      .select(
        sql<string>`(extract(epoch from updated_at) * 1000000)::bigint::text`.as('updated_us'),
      )
      .orderBy('updated_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
    const last = rows.length > limit ? rows[limit - 1] : undefined;
    return {
      conversations: rows.slice(0, limit).map(toConversation),
      nextCursor: last ? writeCursor({ at: last.updated_us, id: last.id }) : null,
    };
  }

  async get(owner: Owner, id: string): Promise<Conversation> {
    const row = await this.#select(owner).where('id', '=', id).executeTakeFirst();
    if (!row) throw new AppError('conversation_not_found');
    return toConversation(row);
  }

  async rename(owner: Owner, id: string, title: string): Promise<Conversation> {
    await this.#database
      .updateTable('conversations')
      .set({ title, updated_at: sql`now()` })
      .where('id', '=', id)
      .where('organisation_id', '=', owner.organisationId)
      .where('user_id', '=', owner.userId)
      .execute();
    return this.get(owner, id);
  }

  async delete(owner: Owner, id: string): Promise<string[]> {
    return this.#database.transaction().execute(async (transaction) => {
      const turns = await transaction
        .selectFrom('turns')
        .select('id')
        .where('conversation_id', '=', id)
        .where('organisation_id', '=', owner.organisationId)
        .where('user_id', '=', owner.userId)
        .execute();
      const deleted = await transaction
        .deleteFrom('conversations')
        .where('id', '=', id)
        .where('organisation_id', '=', owner.organisationId)
        .where('user_id', '=', owner.userId)
        .executeTakeFirst();
      if (deleted.numDeletedRows === 0n) throw new AppError('conversation_not_found');
      return turns.map((turn) => turn.id);
    });
  }

  async listMessages(
    owner: Owner,
    id: string,
    { limit, cursor }: Page,
  ): Promise<{ messages: Message[]; nextCursor: string | null }> {
    await this.get(owner, id);
    const from = cursor === undefined ? undefined : readCursor(messageCursor, cursor);
    const rows = await this.#database
      .selectFrom('turns')
      .selectAll()
      .where('conversation_id', '=', id)
      .$if(from !== undefined, (query) => query.where('ordinal', '>=', from?.ordinal ?? ''))
      .orderBy('ordinal')
      .limit(Math.ceil(limit / 2) + 1)
      .execute();
    const calls = await selectToolCalls(
      this.#database,
      rows.map((row) => row.id),
    );
    const entries = rows.flatMap((row) => [
      { at: { ordinal: row.ordinal, answer: false }, message: toUserMessage(row) },
      {
        at: { ordinal: row.ordinal, answer: true },
        message: { ...toAssistantMessage(row), tool_calls: calls.get(row.id) ?? [] },
      },
    ]);
    if (from?.answer) entries.shift();
    const next = entries[limit];
    return {
      messages: entries.slice(0, limit).map(({ message }) => message),
      nextCursor: next ? writeCursor(next.at) : null,
    };
  }

  #select({ organisationId, userId }: Owner) {
    return this.#database
      .selectFrom('conversations')
      .select(['id', 'title', 'mode', 'created_at', 'updated_at'])
      .select((query) =>
        query
          .exists(
            query
              .selectFrom('turns')
              .select('turns.id')
              .whereRef('turns.conversation_id', '=', 'conversations.id')
              .where('turns.status', '=', 'running'),
          )
          .as('running'),
      )
      .where('organisation_id', '=', organisationId)
      .where('user_id', '=', userId);
  }
}

function toConversation(row: {
  id: string;
  title: string;
  mode: Conversation['mode'];
  created_at: Date;
  updated_at: Date;
  running: unknown;
}): Conversation {
  return {
    id: row.id,
    title: row.title,
    mode: row.mode,
    running: row.running === true,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

interface TurnFields extends Pick<Message, 'status' | 'abstained' | 'citations'> {
  readonly route: Route | null;
  readonly approval: StoredApproval | null;
  readonly id: string;
  readonly client_message_id: string;
  readonly question: string;
  readonly answer: string;
  readonly created_at: Date;
  readonly finished_at: Date | null;
}

function toUserMessage(row: TurnFields): Message {
  return {
    id: row.client_message_id,
    role: 'user',
    content: row.question,
    status: 'done',
    abstained: false,
    citations: [],
    tool_calls: [],
    created_at: row.created_at.toISOString(),
  };
}

function toAssistantMessage(row: TurnFields): Message {
  return {
    id: row.id,
    role: 'assistant',
    content: row.answer,
    status: row.status,
    abstained: row.abstained,
    citations: row.citations,
    tool_calls: [],
    ...(row.route && { route: { ...row.route, candidates: [...row.route.candidates] } }),
    ...(row.status === 'waiting' && row.approval && { approval: toRequest(row.approval) }),
    created_at: (row.finished_at ?? row.created_at).toISOString(),
  };
}

/** `at` in microseconds since 1970. */
const conversationCursor = z.object({ at: z.string().regex(/^\d{1,16}$/), id: z.uuid() });
const messageCursor = z.object({ ordinal: z.string().regex(/^\d{1,18}$/), answer: z.boolean() });

function writeCursor(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function readCursor<Value>(schema: z.ZodType<Value>, cursor: string): Value {
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
  } catch (error) {
    throw new AppError('invalid_request', 'cursor: is not one of this list', {
      cause: error,
      details: { field: 'cursor' },
    });
  }
}
