import { randomUUID } from 'node:crypto';
import { AppError, isErrorCode, type ToolCall } from '@lectern/contracts';
import type { Exchange } from '@lectern/grounding';
import { type Selectable, sql, type Transaction } from 'kysely';
import { threadPrefix } from '../agent/knowledge-agent.ts';
import type { StreamPart } from '../chat/stream-part.ts';
import type { Owner } from '../ports/conversations.ts';
import type {
  BegunTurn,
  NewTurn,
  StoredToolCall,
  Turn,
  TurnOutcome,
  Turns,
} from '../ports/turns.ts';
import type { LlmDatabase, LlmTables } from './postgres-schema.ts';

const titleLength = 80;

/** Turns in PostgreSQL. Constraints decide races between replicas. */
export class PostgresTurns implements Turns {
  readonly #database: LlmDatabase;

  constructor(database: LlmDatabase) {
    this.#database = database;
  }

  async begin(owner: Owner, given: NewTurn, runnerId: string): Promise<BegunTurn> {
    const repeated = await this.#findRepeated(owner, given);
    if (repeated) return this.#beginAgain(owner, repeated, given, runnerId);
    try {
      const id = await this.#database
        .transaction()
        .execute((transaction) => insertTurn(transaction, owner, given, runnerId));
      return { turn: await this.get(owner, id), isNew: true };
    } catch (error) {
      const constraint = violatedConstraint(error);
      if (constraint === 'turns_running') throw new AppError('turn_running');
      if (constraint !== 'turns_message') throw error;
      const first = await this.#findRepeated(owner, given);
      if (!first) throw error;
      return this.#beginAgain(owner, first, given, runnerId);
    }
  }

  async #findRepeated(owner: Owner, { messageId }: NewTurn): Promise<Turn | undefined> {
    if (messageId === undefined) return undefined;
    const row = await this.#selectTurns(owner)
      .where('client_message_id', '=', messageId)
      .executeTakeFirst();
    return row && this.#toTurn(row);
  }

  async #beginAgain(
    owner: Owner,
    turn: Turn,
    given: NewTurn,
    runnerId: string,
  ): Promise<BegunTurn> {
    const elsewhere = given.conversationId && given.conversationId !== turn.conversationId;
    if (elsewhere || given.message !== turn.question) {
      throw new AppError('idempotency_conflict', 'This message_id was used for another message.');
    }
    if (turn.status !== 'failed') return { turn, isNew: false };
    const restarted = await this.#database.transaction().execute(async (transaction) => {
      const result = await transaction
        .updateTable('turns')
        .set({
          status: 'running',
          error_code: null,
          warnings: '[]',
          runner_id: runnerId,
          heartbeat_at: sql`now()`,
          stop_requested: false,
          finished_at: null,
        })
        .where('id', '=', turn.id)
        .where('status', '=', 'failed')
        .executeTakeFirst()
        .catch((error: unknown) => {
          throw violatedConstraint(error) === 'turns_running'
            ? new AppError('turn_running')
            : error;
        });
      if (result.numUpdatedRows === 0n) return false;
      await transaction.deleteFrom('tool_calls').where('turn_id', '=', turn.id).execute();
      await transaction.deleteFrom('stream_parts').where('turn_id', '=', turn.id).execute();
      return true;
    });
    return { turn: await this.get(owner, turn.id), isNew: restarted };
  }

  async get(owner: Owner, turnId: string): Promise<Turn> {
    const row = await this.#selectTurns(owner).where('turns.id', '=', turnId).executeTakeFirst();
    if (!row) throw new AppError('conversation_not_found');
    return this.#toTurn(row);
  }

  async findRunning(owner: Owner, conversationId: string): Promise<Turn | undefined> {
    await this.#requireConversation(owner, conversationId);
    const row = await this.#selectTurns(owner)
      .where('conversation_id', '=', conversationId)
      .where('status', '=', 'running')
      .executeTakeFirst();
    return row && this.#toTurn(row);
  }

  async requestStop(owner: Owner, conversationId: string): Promise<string | undefined> {
    await this.#requireConversation(owner, conversationId);
    const row = await this.#database
      .updateTable('turns')
      .set({ stop_requested: true })
      .where('conversation_id', '=', conversationId)
      .where('organisation_id', '=', owner.organisationId)
      .where('user_id', '=', owner.userId)
      .where('status', '=', 'running')
      .returning('id')
      .executeTakeFirst();
    return row?.id;
  }

  async listHistory(turnId: string, limit: number): Promise<Exchange[]> {
    const rows = await this.#database
      .selectFrom('turns as earlier')
      .innerJoin('turns as current', 'current.conversation_id', 'earlier.conversation_id')
      .select(['earlier.question', 'earlier.answer'])
      .where('current.id', '=', turnId)
      .whereRef('earlier.ordinal', '<', 'current.ordinal')
      .where('earlier.status', 'in', ['done', 'stopped'])
      .where('earlier.answer', '!=', '')
      .orderBy('earlier.ordinal', 'desc')
      .limit(limit)
      .execute();
    return rows.toReversed();
  }

  async addToolCall(turnId: string, position: number, call: StoredToolCall): Promise<void> {
    await this.#database
      .insertInto('tool_calls')
      .columns([
        'id',
        'turn_id',
        'position',
        'server',
        'tool',
        'arguments',
        'status',
        'forced',
        'duration_ms',
        'result_bytes',
        'result',
        'summary',
        'error_code',
      ])
      .expression((query) =>
        query
          .selectFrom('turns')
          .select([
            sql<string>`${call.id}::uuid`.as('id'),
            'turns.id as turn_id',
            sql<number>`${position}::integer`.as('position'),
            sql<string>`${call.server}`.as('server'),
            sql<string>`${call.tool}`.as('tool'),
            sql<string>`${JSON.stringify(call.arguments)}::jsonb`.as('arguments'),
            sql<string>`${call.status}`.as('status'),
            sql<boolean>`${call.forced}::boolean`.as('forced'),
            sql<number>`${call.duration_ms}::integer`.as('duration_ms'),
            sql<number>`${call.resultBytes}::integer`.as('result_bytes'),
            sql<string>`${JSON.stringify(call.result)}::jsonb`.as('result'),
            sql<string>`${call.summary}`.as('summary'),
            sql<string | null>`${call.errorCode ?? null}`.as('error_code'),
          ])
          .where('turns.id', '=', turnId),
      )
      .execute();
  }

  async finish(turnId: string, outcome: TurnOutcome): Promise<void> {
    const { status, answer, abstained, citations, warnings, errorCode } = outcome;
    await this.#database
      .updateTable('turns')
      .set({
        status,
        answer,
        abstained,
        citations: JSON.stringify(citations),
        warnings: JSON.stringify(warnings),
        error_code: errorCode ?? null,
        runner_id: null,
        finished_at: sql`now()`,
      })
      .where('id', '=', turnId)
      .where('status', '=', 'running')
      .execute();
  }

  async appendParts(turnId: string, from: number, parts: readonly StreamPart[]): Promise<void> {
    if (parts.length === 0) return;
    await sql`
      insert into llm.stream_parts (turn_id, position, part)
      select turns.id, ${from}::integer + given.ordinality - 1, given.part
      from llm.turns, jsonb_array_elements(${JSON.stringify(parts)}::jsonb)
        with ordinality as given (part, ordinality)
      where turns.id = ${turnId}::uuid`.execute(this.#database);
  }

  async listParts(
    turnId: string,
    after: number,
  ): Promise<{ position: number; part: StreamPart }[]> {
    return this.#database
      .selectFrom('stream_parts')
      .select(['position', 'part'])
      .where('turn_id', '=', turnId)
      .where('position', '>', after)
      .orderBy('position')
      .execute();
  }

  async restartParts(turnId: string): Promise<number> {
    const dropped = await this.#database
      .deleteFrom('stream_parts')
      .where('turn_id', '=', turnId)
      .returning('position')
      .execute();
    return Math.max(-1, ...dropped.map(({ position }) => position)) + 1;
  }

  async beat(
    runnerId: string,
    turnIds: readonly string[],
  ): Promise<{ stopped: string[]; lost: string[] }> {
    const rows = await this.#database
      .updateTable('turns')
      .set({ heartbeat_at: sql`now()` })
      .where('id', 'in', [...turnIds])
      .where('runner_id', '=', runnerId)
      .where('status', '=', 'running')
      .returning(['id', 'stop_requested'])
      .execute();
    const ours = new Set(rows.map(({ id }) => id));
    return {
      stopped: rows.filter((row) => row.stop_requested).map(({ id }) => id),
      lost: turnIds.filter((id) => !ours.has(id)),
    };
  }

  async release(runnerId: string): Promise<void> {
    await this.#database
      .updateTable('turns')
      .set({ heartbeat_at: sql`'-infinity'::timestamptz`, runner_id: null })
      .where('runner_id', '=', runnerId)
      .where('status', '=', 'running')
      .execute();
  }

  async claimAbandoned(runnerId: string, silentMs: number): Promise<Turn[]> {
    const rows = await this.#database
      .updateTable('turns')
      .from('conversations')
      .set({ runner_id: runnerId, heartbeat_at: sql`now()` })
      .whereRef('conversations.id', '=', 'turns.conversation_id')
      .where('turns.status', '=', 'running')
      .where('turns.heartbeat_at', '<', sql<Date>`now() - ${silentMs} * interval '1 millisecond'`)
      .returningAll('turns')
      .returning('conversations.mode')
      .execute();
    return Promise.all(rows.map((row) => this.#toTurn(row)));
  }

  async dropParts(olderThanMs: number): Promise<void> {
    await this.#database
      .deleteFrom('stream_parts')
      .using('turns')
      .whereRef('turns.id', '=', 'stream_parts.turn_id')
      .where('turns.finished_at', '<', sql<Date>`now() - ${olderThanMs} * interval '1 millisecond'`)
      .execute();
  }

  async dropStrayCheckpoints(): Promise<void> {
    for (const table of ['checkpoints', 'checkpoint_blobs', 'checkpoint_writes']) {
      await sql`
        delete from ${sql.table(`llm.${table}`)} as stray
        where stray.thread_id like ${`${threadPrefix}%`} and not exists (
          select from llm.turns
          where turns.status = 'running' and ${threadPrefix} || turns.id = stray.thread_id
        )`.execute(this.#database);
    }
  }

  #selectTurns({ organisationId, userId }: Owner) {
    return this.#database
      .selectFrom('turns')
      .innerJoin('conversations', 'conversations.id', 'turns.conversation_id')
      .selectAll('turns')
      .select('conversations.mode')
      .where('turns.organisation_id', '=', organisationId)
      .where('turns.user_id', '=', userId);
  }

  async #requireConversation(owner: Owner, id: string): Promise<void> {
    const row = await this.#database
      .selectFrom('conversations')
      .select('id')
      .where('id', '=', id)
      .where('organisation_id', '=', owner.organisationId)
      .where('user_id', '=', owner.userId)
      .executeTakeFirst();
    if (!row) throw new AppError('conversation_not_found');
  }

  async #toTurn(row: Selectable<LlmTables['turns']> & { mode: Turn['mode'] }): Promise<Turn> {
    return {
      id: row.id,
      conversationId: row.conversation_id,
      mode: row.mode,
      status: row.status,
      question: row.question,
      collectionFilter: row.collection_filter ?? undefined,
      answer: row.answer,
      abstained: row.abstained,
      citations: row.citations,
      warnings: row.warnings,
      errorCode: isErrorCode(row.error_code) ? row.error_code : undefined,
      toolCalls: await selectToolCalls(this.#database, [row.id]).then(
        (calls) => calls.get(row.id) ?? [],
      ),
    };
  }
}

/** Tool calls of turns, in their order. */
export async function selectToolCalls(
  database: LlmDatabase,
  turnIds: readonly string[],
): Promise<Map<string, ToolCall[]>> {
  const calls = new Map<string, ToolCall[]>();
  if (turnIds.length === 0) return calls;
  const rows = await database
    .selectFrom('tool_calls')
    .select(['turn_id', 'id', 'server', 'tool', 'arguments', 'status', 'duration_ms', 'summary'])
    .where('turn_id', 'in', [...turnIds])
    .orderBy('position')
    .execute();
  for (const { turn_id, ...call } of rows) {
    calls.set(turn_id, [...(calls.get(turn_id) ?? []), call]);
  }
  return calls;
}

async function insertTurn(
  transaction: Transaction<LlmTables>,
  owner: Owner,
  { message, messageId, conversationId, mode, collectionFilter }: NewTurn,
  runnerId: string,
): Promise<string> {
  const conversation = conversationId
    ? await touchConversation(transaction, owner, conversationId)
    : await insertConversation(transaction, owner, message, mode ?? 'knowledge');
  if (mode && mode !== conversation.mode) {
    throw new AppError('invalid_request', 'mode: is fixed by the first message', {
      details: { field: 'mode' },
    });
  }
  const id = randomUUID();
  await transaction
    .insertInto('turns')
    .values({
      id,
      conversation_id: conversation.id,
      organisation_id: owner.organisationId,
      user_id: owner.userId,
      client_message_id: messageId ?? randomUUID(),
      question: message,
      collection_filter: collectionFilter ? JSON.stringify(collectionFilter) : null,
      status: 'running',
      runner_id: runnerId,
      heartbeat_at: sql`now()`,
    })
    .execute();
  return id;
}

async function insertConversation(
  transaction: Transaction<LlmTables>,
  owner: Owner,
  message: string,
  mode: Turn['mode'],
): Promise<{ id: string; mode: Turn['mode'] }> {
  const id = randomUUID();
  await transaction
    .insertInto('conversations')
    .values({
      id,
      organisation_id: owner.organisationId,
      user_id: owner.userId,
      title: toTitle(message),
      mode,
    })
    .execute();
  return { id, mode };
}

async function touchConversation(
  transaction: Transaction<LlmTables>,
  owner: Owner,
  id: string,
): Promise<{ id: string; mode: Turn['mode'] }> {
  const row = await transaction
    .updateTable('conversations')
    .set({ updated_at: sql`now()` })
    .where('id', '=', id)
    .where('organisation_id', '=', owner.organisationId)
    .where('user_id', '=', owner.userId)
    .returning(['id', 'mode'])
    .executeTakeFirst();
  if (!row) throw new AppError('conversation_not_found');
  return row;
}

function toTitle(message: string): string {
  const line = message.replaceAll(/\s+/g, ' ').trim();
  return line.length <= titleLength ? line : `${line.slice(0, titleLength - 1).toWellFormed()}…`;
}

/** Name of the unique constraint that refused a row. */
function violatedConstraint(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || error.code !== '23505') return undefined;
  return 'constraint' in error ? String(error.constraint) : undefined;
}
