import {
  AppError,
  type FeedbackEntry,
  type MessageFeedback,
  type PageQuery,
} from '@lectern/contracts';
import { cursorNumberSchema, cutPage, type OrganisationQuota, readCursor } from '@lectern/service';
import { sql } from 'kysely';
import { z } from 'zod';
import type { LlmDatabase } from '../database/tables.ts';
import type { Owner } from '../ports/owner.ts';
import { modeOfTurn } from '../turns/read-turn.ts';
import { requireConversation } from '../turns/require-conversation.ts';

/** `at` is in microseconds since 1970. */
const cursorSchema = z.object({ at: cursorNumberSchema, id: z.uuid() });

export interface RatedAnswer {
  readonly conversationId: string;
  readonly messageId: string;
}

/** Ratings of answers, stored in the rows of the rated turns. */
export class Feedback {
  readonly #database: LlmDatabase;
  readonly #quota: OrganisationQuota;

  constructor(database: LlmDatabase, quota: OrganisationQuota) {
    this.#database = database;
    this.#quota = quota;
  }

  /**
   * Saves a rating in place of an earlier one.
   *
   * @throws AppError `conversation_not_found`, `message_not_found` for a message that is not an
   *   answer of the conversation, or `quota_exceeded`.
   */
  async save(owner: Owner, place: RatedAnswer, { rating, reason }: MessageFeedback): Promise<void> {
    const { organisationId } = owner;
    await this.#database.transaction().execute(async (transaction) => {
      const wasRated = await isRated(transaction, place);
      await write(transaction, owner, {
        place,
        columns: {
          feedback_rating: rating,
          feedback_reason: reason,
          feedback_at: sql`now()`,
        },
      });
      if (!wasRated) await this.#quota.assertRoom(transaction, organisationId);
    });
  }

  /**
   * Deletes a rating, if there is one.
   *
   * @throws AppError as `save` does.
   */
  remove(owner: Owner, place: RatedAnswer): Promise<void> {
    return write(this.#database, owner, {
      place,
      columns: { feedback_rating: null, feedback_reason: null, feedback_at: null },
    });
  }

  /**
   * Lists all ratings of an organisation, the latest first, with every citation.
   *
   * @throws AppError `invalid_request` for an invalid cursor.
   */
  async list(
    organisationId: string,
    {
      limit,
      cursor,
      rating,
    }: PageQuery & { readonly rating: MessageFeedback['rating'] | undefined },
  ): Promise<{ feedback: FeedbackEntry[]; nextCursor: string | null }> {
    const after = cursor === undefined ? undefined : readCursor(cursorSchema, cursor);
    const rows = await this.#database
      .selectFrom('turns')
      .innerJoin('conversations', 'conversations.id', 'turns.conversation_id')
      .select([
        'turns.id',
        'conversation_id',
        'turns.user_id',
        modeOfTurn,
        'feedback_rating',
        'feedback_reason',
        'question',
        'answer',
        'abstained',
        'citations',
        'feedback_at',
        sql<string>`(extract(epoch from feedback_at) * 1000000)::bigint::text`.as('feedback_us'),
      ])
      .where('turns.organisation_id', '=', organisationId)
      .where('feedback_rating', 'is not', null)
      .where('conversations.deleted_at', 'is', null)
      .$if(rating !== undefined, (query) => query.where('feedback_rating', '=', rating ?? null))
      .$if(after !== undefined, (query) =>
        query.where(
          sql<boolean>`(feedback_at, turns.id) < (
            timestamptz 'epoch' + ${after?.at}::bigint * interval '1 microsecond', ${after?.id}::uuid
          )`,
        ),
      )
      .orderBy('feedback_at', 'desc')
      .orderBy('turns.id', 'desc')
      .limit(limit + 1)
      .execute();
    const { page, nextCursor } = cutPage(rows, limit, ({ feedback_us: at, id }) => ({ at, id }));
    return {
      feedback: page.flatMap((row) => {
        const { feedback_rating: given, feedback_at: at } = row;
        if (!given || !at) return [];
        return {
          message_id: row.id,
          conversation_id: row.conversation_id,
          user_id: row.user_id,
          mode: row.mode,
          rating: given,
          reason: row.feedback_reason,
          question: row.question,
          answer: row.answer,
          abstained: row.abstained,
          citations: row.citations,
          created_at: at.toISOString(),
        };
      }),
      nextCursor,
    };
  }
}

interface Rating {
  readonly place: RatedAnswer;
  readonly columns: {
    readonly feedback_rating: 'good' | 'bad' | null;
    readonly feedback_reason: string | null;
    readonly feedback_at: unknown;
  };
}

async function write(
  database: LlmDatabase,
  owner: Owner,
  { place: { conversationId, messageId }, columns }: Rating,
): Promise<void> {
  await requireConversation(database, owner, conversationId);
  const { numUpdatedRows } = await database
    .updateTable('turns')
    .set(columns)
    .where('conversation_id', '=', conversationId)
    .where(sql<boolean>`id::text = ${messageId}`)
    .where('status', 'not in', ['running', 'waiting'])
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new AppError('message_not_found');
}

async function isRated(
  database: LlmDatabase,
  { conversationId, messageId }: RatedAnswer,
): Promise<boolean> {
  const turn = await database
    .selectFrom('turns')
    .select('id')
    .where('conversation_id', '=', conversationId)
    .where(sql<boolean>`id::text = ${messageId}`)
    .where('feedback_rating', 'is not', null)
    .executeTakeFirst();
  return turn !== undefined;
}
