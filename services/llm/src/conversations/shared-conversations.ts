import { sentencesFor } from '@lectern/answering';
import {
  AppError,
  type ConversationShare,
  type Message,
  type PageQuery,
  type SharedConversation,
  type SharedConversationList,
  type SharedMessage,
} from '@lectern/contracts';
import { cutPage, invalidField, readCursor } from '@lectern/service';
import { sql } from 'kysely';
import type { Reader } from '../clients/readable-documents.ts';
import type { LlmDatabase } from '../database/tables.ts';
import { type Owner, ofOwner } from '../ports/owner.ts';
import type { FindWithheld, Withholding } from '../withheld-quotes/find-withheld.ts';
import { withholdCitations } from '../withheld-quotes/withhold-quotes.ts';
import {
  listMarkers,
  type Reasons,
  withholdStatements,
} from '../withheld-quotes/withhold-statements.ts';
import {
  type Conversations,
  conversationCursor,
  toTimestamp,
  updatedMicroseconds,
} from './conversations.ts';

export interface SharedConversationsOptions {
  readonly database: LlmDatabase;
  readonly conversations: Conversations;
  readonly findWithheld: FindWithheld;
}

/** Conversations that their owners let others of the organisation read. */
export class SharedConversations {
  readonly #options: SharedConversationsOptions;

  constructor(options: SharedConversationsOptions) {
    this.#options = options;
  }

  /**
   * Sets who may read a conversation. It takes effect on the next request.
   *
   * @throws AppError `conversation_not_found`, `invalid_request` for people who are no members.
   */
  async share(
    owner: Owner,
    id: string,
    { audience, user_ids: userIds }: ConversationShare,
  ): Promise<void> {
    const { database } = this.#options;
    const wanted = [...new Set(userIds)];
    await database.transaction().execute(async (transaction) => {
      const shared = await transaction
        .updateTable('conversations')
        .set({ share_audience: audience, share_user_ids: wanted })
        .where('id', '=', id)
        .where((is) => is.and(ofOwner(owner)))
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      if (shared.numUpdatedRows === 0n) throw new AppError('conversation_not_found');
      if (wanted.length === 0) return;
      const members = await transaction
        .selectFrom('auth.principals')
        .select('user_id')
        .distinct()
        .where('organisation_id', '=', owner.organisationId)
        .where('disabled', '=', false)
        .where('user_id', 'in', wanted)
        .execute();
      if (members.length === wanted.length) return;
      throw invalidField('user_ids', 'names somebody who is no member', { rule: 'no_member' });
    });
  }

  /** Lists the conversations of others that the person may read, the latest first. */
  async list(owner: Owner, { limit, cursor }: PageQuery): Promise<SharedConversationList> {
    const after = cursor === undefined ? undefined : readCursor(conversationCursor, cursor);
    const rows = await this.#options.database
      .selectFrom('conversations')
      .select(['id', 'title', 'user_id', 'created_at', 'updated_at'])
      .select(updatedMicroseconds)
      .where('deleted_at', 'is', null)
      .where('user_id', '!=', owner.userId)
      .where(isSharedWith(owner))
      .$if(after !== undefined, (query) =>
        query.where(sql<boolean>`(updated_at, conversations.id) < (
          ${toTimestamp(after?.at ?? '0')}, ${after?.id}::uuid
        )`),
      )
      .orderBy('updated_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
    const { page, nextCursor } = cutPage(rows, limit, ({ updated_us: at, id }) => ({ at, id }));
    return {
      conversations: page.map((row) => ({
        id: row.id,
        title: row.title,
        owner_id: row.user_id,
        created_at: row.created_at.toISOString(),
        updated_at: row.updated_at.toISOString(),
      })),
      next_cursor: nextCursor,
    };
  }

  /**
   * Returns what the reader may see of a conversation, by their current rights.
   *
   * @throws AppError `conversation_not_found` where it is not shared with them, or where its owner
   *   has left.
   */
  async read(
    owner: Owner,
    id: string,
    { page, reader }: { readonly page: PageQuery; readonly reader: Reader },
  ): Promise<SharedConversation> {
    const { database, conversations, findWithheld } = this.#options;
    const row = await database
      .selectFrom('conversations')
      .select(['id', 'title', 'user_id', 'created_at', 'updated_at'])
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .where(isSharedWith(owner))
      .executeTakeFirst();
    if (!row) throw new AppError('conversation_not_found');
    const author = { organisationId: owner.organisationId, userId: row.user_id };
    const listed = await conversations.listMessages(author, id, { ...page, branch: undefined });
    const lastAnswer = listed.messages.findLast(({ role }) => role === 'assistant')?.id;
    const sources = lastAnswer === undefined ? [] : await this.#listSources(id, lastAnswer);
    const why = await findWithheld(
      sources.flatMap(({ documentIds }) => documentIds),
      reader,
    );
    // A later answer may lean on an earlier one.
    const firstHidden = sources.findIndex(({ documentIds }) => documentIds.some(why));
    const turnsThatLean = new Set(
      firstHidden === -1 ? [] : sources.slice(firstHidden).map(({ turnId }) => turnId),
    );
    const questions = new Map(listed.messages.map(({ id: key, content }) => [key, content]));
    return {
      id: row.id,
      title: row.title,
      owner_id: row.user_id,
      messages: listed.messages
        .filter(({ status }) => status !== 'running' && status !== 'waiting')
        .map((message) =>
          toSharedMessage(message, {
            why,
            leansOnHidden: turnsThatLean.has(message.id),
            question: questions.get(message.parent_id ?? '') ?? message.content,
          }),
        ),
      next_cursor: listed.nextCursor,
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
    };
  }

  /** Lists the turns up to an answer in order, each with the documents that it is the first to use. */
  async #listSources(
    conversationId: string,
    lastAnswer: string,
  ): Promise<readonly { readonly turnId: string; readonly documentIds: readonly string[] }[]> {
    const { rows } = await sql<{ id: string; document_ids: string[] }>`
      with shown as (
        select id, ordinal, citations from llm.turns as turn
        where turn.conversation_id = ${conversationId}
          and turn.ordinal <= (select ordinal from llm.turns where id = ${lastAnswer})
      ), used as (
        select ordinal, jsonb_path_query(citations, '$[*].document_id') #>> '{}' as document_id
        from shown
        union all
        select ordinal, jsonb_path_query(call.result, '$[*].document_id') #>> '{}'
        from shown join llm.tool_calls as call on call.turn_id = shown.id
      ), first_used as (
        select document_id, min(ordinal) as ordinal from used group by document_id
      )
      select shown.id, array_remove(array_agg(document_id), null) as document_ids
      from shown left join first_used on first_used.ordinal = shown.ordinal
      group by shown.id, shown.ordinal order by shown.ordinal`.execute(this.#options.database);
    return rows.map((row) => ({ turnId: row.id, documentIds: row.document_ids }));
  }
}

/** True for conversations that the person may read. Sharing ends when its owner leaves. */
function isSharedWith({ organisationId, userId }: Owner) {
  const isMember = (person: ReturnType<typeof sql>) => sql`exists (
    select from auth.principals as person
    where person.user_id = ${person} and person.organisation_id = ${organisationId}
      and not person.disabled
  )`;
  return sql<boolean>`(
    conversations.organisation_id = ${organisationId}
    and (
      conversations.share_audience = 'organisation'
      or conversations.share_audience = 'people' and (
        conversations.user_id = ${userId} or ${userId} = any(conversations.share_user_ids)
      )
    )
    and ${isMember(sql`conversations.user_id`)}
    and ${isMember(sql`${userId}`)}
  )`;
}

interface Showing {
  readonly why: Withholding;
  /** True if the answer may contain text of a document that the reader may not read. */
  readonly leansOnHidden: boolean;
  readonly question: string;
}

function toSharedMessage(
  { id, role, content, mode, status, abstained, citations, created_at }: Message,
  { why, leansOnHidden, question }: Showing,
): SharedMessage {
  const shown = withholdCitations(citations, why);
  const cited = citations.map(({ n }) => n);
  return {
    id,
    role,
    content:
      role === 'user' || !leansOnHidden
        ? content
        : withholdLines(content, { reasons: shown.reasons, question, cited }),
    mode,
    status,
    abstained,
    citations: shown.citations,
    created_at,
  };
}

/** Removes lines that cite a hidden source and lines without a source, which may repeat its text. */
function withholdLines(
  answer: string,
  {
    reasons,
    question,
    cited,
  }: { readonly reasons: Reasons; readonly question: string; readonly cited: readonly number[] },
): string {
  const lines = answer
    .split('\n')
    .filter((line) => listMarkers(line).some((n) => cited.includes(n)));
  if (lines.length === 0) return sentencesFor(question).withheld.document_unavailable;
  return withholdStatements(lines.join('\n'), reasons, question);
}
