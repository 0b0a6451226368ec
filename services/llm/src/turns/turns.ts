import type { Exchange } from '@lectern/answering';
import { AppError } from '@lectern/contracts';
import { sql } from 'kysely';
import type { LlmDatabase } from '../database/tables.ts';
import { type Owner, ofOwner } from '../ports/owner.ts';
import type { StoredToolCall } from '../ports/stored-tool-call.ts';
import { modeOfTurn, readTurn } from './read-turn.ts';
import { requireConversation } from './require-conversation.ts';
import type { Turn, TurnOutcome } from './turn.ts';

/** Maximum exchanges of a conversation's history. */
const maxTurnsBack = 100;
const maxWaitingTurns = 100;

/** Turns, shared by all replicas of the service. */
export class Turns {
  readonly #database: LlmDatabase;

  constructor(database: LlmDatabase) {
    this.#database = database;
  }

  /**
   * @throws AppError `conversation_not_found` for a deleted conversation or one of another owner.
   */
  async get(owner: Owner, turnId: string): Promise<Turn> {
    const row = await this.#selectTurns(owner).where('turns.id', '=', turnId).executeTakeFirst();
    if (!row) throw new AppError('conversation_not_found');
    return readTurn(this.#database, row);
  }

  /** Finds the turn that a client's message began. */
  async findByMessage(owner: Owner, messageId: string): Promise<Turn | undefined> {
    const row = await this.#selectTurns(owner)
      .where('client_message_id', '=', messageId)
      .executeTakeFirst();
    return row && readTurn(this.#database, row);
  }

  /**
   * Finds the running or waiting turn of a conversation.
   *
   * @throws AppError `conversation_not_found`.
   */
  async findRunning(owner: Owner, conversationId: string): Promise<Turn | undefined> {
    await requireConversation(this.#database, owner, conversationId);
    const row = await this.#selectTurns(owner)
      .where('conversation_id', '=', conversationId)
      .where('status', 'in', ['running', 'waiting'])
      .executeTakeFirst();
    return row && readTurn(this.#database, row);
  }

  /** Returns the owner's turns that wait for a decision, oldest first. */
  async listWaiting(owner: Owner): Promise<Turn[]> {
    const rows = await this.#selectTurns(owner)
      .where('status', '=', 'waiting')
      .orderBy('turns.heartbeat_at')
      .limit(maxWaitingTurns)
      .execute();
    return Promise.all(rows.map((row) => readTurn(this.#database, row)));
  }

  /** Asks the process of a conversation's running turn to stop it; returns the turn's id. */
  async requestStop(owner: Owner, conversationId: string): Promise<string | undefined> {
    await requireConversation(this.#database, owner, conversationId);
    const row = await this.#database
      .updateTable('turns')
      .set({ stop_requested: true })
      .where('conversation_id', '=', conversationId)
      .where((is) => is.and(ofOwner(owner)))
      .where('status', 'in', ['running', 'waiting'])
      .returning('id')
      .executeTakeFirst();
    return row?.id;
  }

  /** Returns the latest answered exchanges before a turn in its branch, oldest first. */
  async listHistory(turnId: string, limit: number): Promise<Exchange[]> {
    const { rows } = await sql<Exchange>`
      with recursive branch as (
        select parent.*, 1 as depth from llm.turns as parent
        join llm.turns as turn on turn.parent_id = parent.id where turn.id = ${turnId}::uuid
        union all
        select parent.*, depth + 1 from llm.turns as parent
        join branch on branch.parent_id = parent.id where depth < ${maxTurnsBack}
      )
      select question, answer from branch
      where status in ('done', 'stopped') and answer <> ''
      order by depth limit ${limit}`.execute(this.#database);
    return rows.toReversed();
  }

  /** Returns the tool server with which the previous turn of the branch ended. */
  async findServerBefore(turnId: string): Promise<string | undefined> {
    const row = await this.#database
      .selectFrom('turns as turn')
      .innerJoin('turns as parent', 'parent.id', 'turn.parent_id')
      .select('parent.route')
      .where('turn.id', '=', turnId)
      .executeTakeFirst();
    return row?.route?.server ?? undefined;
  }

  /** Stores a call, or the new outcome of a call that another process stored. */
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
        'outcome',
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
            sql<string>`${call.outcome ? JSON.stringify(call.outcome) : null}::jsonb`.as('outcome'),
            sql<string | null>`${call.errorCode ?? null}`.as('error_code'),
          ])
          .where('turns.id', '=', turnId),
      )
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((row) => ({
          status: row.ref('excluded.status'),
          duration_ms: row.ref('excluded.duration_ms'),
          result_bytes: row.ref('excluded.result_bytes'),
          result: row.ref('excluded.result'),
          summary: row.ref('excluded.summary'),
          outcome: row.ref('excluded.outcome'),
          error_code: row.ref('excluded.error_code'),
        })),
      )
      .execute();
  }

  /** Ends a turn. Does nothing when the turn has ended or was deleted. */
  async finish(turnId: string, outcome: TurnOutcome): Promise<void> {
    const { status, answer, abstained, evidence, citations, warnings } = outcome;
    const { route, model, errorCode } = outcome;
    await this.#database
      .updateTable('turns')
      .set({
        status,
        answer,
        abstained,
        evidence: evidence ?? null,
        citations: JSON.stringify(citations),
        warnings: JSON.stringify(warnings),
        route: route ? JSON.stringify(route) : null,
        model: model ? JSON.stringify(model) : null,
        error_code: errorCode ?? null,
        runner_id: null,
        finished_at: sql`now()`,
      })
      .where('id', '=', turnId)
      .where('status', 'in', ['running', 'waiting'])
      .execute();
  }

  #selectTurns({ organisationId, userId }: Owner) {
    return this.#database
      .selectFrom('turns')
      .innerJoin('conversations', 'conversations.id', 'turns.conversation_id')
      .selectAll('turns')
      .select(modeOfTurn)
      .where('turns.organisation_id', '=', organisationId)
      .where('turns.user_id', '=', userId)
      .where('conversations.deleted_at', 'is', null);
  }
}
