import { AppError } from '@lectern/contracts';
import type { Exchange } from '@lectern/grounding';
import { sql, type Transaction } from 'kysely';
import type { LlmDatabase, LlmTables } from '../database/tables.ts';
import type { ApprovalRequest } from '../ports/answer-mode.ts';
import type { Owner } from '../ports/owner.ts';
import type { StoredToolCall } from '../ports/stored-tool-call.ts';
import { assertConversationQuota } from '../quotas/conversation-quota.ts';
import { insertBranch, insertTurn, toColumns } from './insert-turn.ts';
import { readTurn } from './read-turn.ts';
import type { BegunTurn, DecidedApproval, NewBranch, NewTurn, Turn, TurnOutcome } from './turn.ts';

/** What a repeat must have said too. */
interface GivenMessage {
  readonly conversationId: string | undefined;
  readonly message: string | undefined;
  readonly messageId: string | undefined;
}

/** How far back a conversation is looked at. */
const maxTurnsBack = 100;

/** Turns, shared by all replicas of the service. Constraints decide their races. */
export class Turns {
  readonly #database: LlmDatabase;
  readonly #maxConversations: number;

  /** `maxConversations` is what an organisation may have. */
  constructor(database: LlmDatabase, maxConversations: number) {
    this.#database = database;
    this.#maxConversations = maxConversations;
  }

  /**
   * Stores the message and marks the turn as running in this process. A repeated message id gives
   * the turn that it began; a failed one is begun again.
   * @throws AppError `conversation_not_found`, `turn_running`, `idempotency_conflict` (the id was
   *   used for another message) and `invalid_request` (another mode than the conversation's, or a
   *   parent that is no answer of it).
   */
  async begin(owner: Owner, given: NewTurn, runnerId: string): Promise<BegunTurn> {
    return this.#beginOnce(owner, {
      given,
      runnerId,
      insert: async (transaction) => {
        const turnId = await insertTurn(transaction, owner, given, runnerId);
        if (given.conversationId === undefined) {
          await assertConversationQuota(transaction, owner, this.#maxConversations);
        }
        return turnId;
      },
    });
  }

  /**
   * The same beside a turn that is there already: with the same turn before it, and with its
   * filter.
   * @throws AppError `message_not_found` too, and `invalid_request` for an answer that is to be
   *   edited.
   */
  async beginBranch(owner: Owner, branch: NewBranch, runnerId: string): Promise<BegunTurn> {
    const { conversationId, edited } = branch;
    const given = { conversationId, message: edited?.message, messageId: edited?.messageId };
    return this.#beginOnce(owner, {
      given,
      runnerId,
      insert: (transaction) => insertBranch(transaction, owner, branch, runnerId),
    });
  }

  async #beginOnce(
    owner: Owner,
    {
      given,
      runnerId,
      insert,
    }: {
      readonly given: GivenMessage;
      readonly runnerId: string;
      readonly insert: (transaction: Transaction<LlmTables>) => Promise<string>;
    },
  ): Promise<BegunTurn> {
    const repeated = await this.#findRepeated(owner, given);
    if (repeated) return this.#beginAgain(owner, repeated, given, runnerId);
    try {
      const id = await this.#database.transaction().execute(insert);
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

  async #findRepeated(owner: Owner, { messageId }: GivenMessage): Promise<Turn | undefined> {
    if (messageId === undefined) return undefined;
    const row = await this.#selectTurns(owner)
      .where('client_message_id', '=', messageId)
      .executeTakeFirst();
    return row && readTurn(this.#database, row);
  }

  async #beginAgain(
    owner: Owner,
    turn: Turn,
    given: GivenMessage,
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
          approval: null,
          route: null,
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

  /** @throws AppError `conversation_not_found` when it is not the owner's or is gone. */
  async get(owner: Owner, turnId: string): Promise<Turn> {
    const row = await this.#selectTurns(owner).where('turns.id', '=', turnId).executeTakeFirst();
    if (!row) throw new AppError('conversation_not_found');
    return readTurn(this.#database, row);
  }

  /**
   * The running or waiting turn of a conversation.
   * @throws AppError `conversation_not_found`.
   */
  async findRunning(owner: Owner, conversationId: string): Promise<Turn | undefined> {
    await this.#requireConversation(owner, conversationId);
    const row = await this.#selectTurns(owner)
      .where('conversation_id', '=', conversationId)
      .where('status', 'in', ['running', 'waiting'])
      .executeTakeFirst();
    return row && readTurn(this.#database, row);
  }

  /** Asks whichever process runs the conversation's turn to stop it; gives the turn's id. */
  async requestStop(owner: Owner, conversationId: string): Promise<string | undefined> {
    await this.#requireConversation(owner, conversationId);
    const row = await this.#database
      .updateTable('turns')
      .set({ stop_requested: true })
      .where('conversation_id', '=', conversationId)
      .where('organisation_id', '=', owner.organisationId)
      .where('user_id', '=', owner.userId)
      .where('status', 'in', ['running', 'waiting'])
      .returning('id')
      .executeTakeFirst();
    return row?.id;
  }

  /** The latest answered exchanges before a turn in its branch, oldest first. */
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

  /** The tool server that the turn before in its branch ended with. */
  async findServerBefore(turnId: string): Promise<string | undefined> {
    const row = await this.#database
      .selectFrom('turns as turn')
      .innerJoin('turns as parent', 'parent.id', 'turn.parent_id')
      .select('parent.route')
      .where('turn.id', '=', turnId)
      .executeTakeFirst();
    return row?.route?.server;
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

  /** Ends a turn; nothing happens when it has ended or is gone. */
  async finish(turnId: string, outcome: TurnOutcome): Promise<void> {
    const { status, answer, abstained, evidence, citations, warnings, route, errorCode } = outcome;
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
        error_code: errorCode ?? null,
        runner_id: null,
        finished_at: sql`now()`,
      })
      .where('id', '=', turnId)
      .where('status', 'in', ['running', 'waiting'])
      .execute();
  }

  /** Lets a running turn wait for a decision. */
  async wait(turnId: string, approval: ApprovalRequest): Promise<void> {
    await this.#database
      .updateTable('turns')
      .set({
        status: 'waiting',
        approval: JSON.stringify(approval),
        runner_id: null,
        heartbeat_at: sql`now()`,
      })
      .where('id', '=', turnId)
      .where('status', '=', 'running')
      .execute();
  }

  /**
   * Marks a waiting turn as running in this process, with its person's decision. The same decision
   * again gives the turn as it is.
   * @throws AppError `conversation_not_found`, `approval_not_found` and `approval_decided`.
   */
  async decide(
    owner: Owner,
    { conversationId, approvalId, decision, grounds }: DecidedApproval,
    runnerId: string,
  ): Promise<BegunTurn> {
    await this.#requireConversation(owner, conversationId);
    const ofApproval = sql<boolean>`approval->>'id' = ${approvalId}`;
    const decided = await this.#database
      .updateTable('turns')
      .set({
        status: 'running',
        ...toColumns(grounds),
        approval: sql<string>`approval || ${JSON.stringify({ decision })}::jsonb`,
        runner_id: runnerId,
        heartbeat_at: sql`now()`,
        stop_requested: false,
      })
      .where('conversation_id', '=', conversationId)
      .where('status', '=', 'waiting')
      .where(ofApproval)
      .returning('id')
      .executeTakeFirst();
    if (decided) return { turn: await this.get(owner, decided.id), isNew: true };
    const before = await this.#database
      .selectFrom('turns')
      .select(['id', 'approval'])
      .where('conversation_id', '=', conversationId)
      .where(ofApproval)
      .executeTakeFirst();
    if (!before) throw new AppError('approval_not_found');
    if (before.approval?.decision !== decision) throw new AppError('approval_decided');
    return { turn: await this.get(owner, before.id), isNew: false };
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
}

/** Name of the unique constraint that refused a row. */
function violatedConstraint(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || error.code !== '23505') return undefined;
  return 'constraint' in error ? String(error.constraint) : undefined;
}
