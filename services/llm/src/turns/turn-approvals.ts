import { AppError } from '@lectern/contracts';
import { sql } from 'kysely';
import type { LlmDatabase } from '../database/tables.ts';
import type { ApprovalRequest } from '../ports/answer-mode.ts';
import type { Owner } from '../ports/owner.ts';
import { toColumns } from './insert-turn.ts';
import { requireConversation } from './require-conversation.ts';
import type { BegunTurn, DecidedApproval } from './turn.ts';
import type { Turns } from './turns.ts';

/** Turns that wait for a decision. */
export class TurnApprovals {
  readonly #database: LlmDatabase;
  readonly #turns: Turns;

  constructor(database: LlmDatabase, turns: Turns) {
    this.#database = database;
    this.#turns = turns;
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
   * Marks a waiting turn as running in this process, with the decision. The same decision again
   * returns the turn as it is.
   *
   * @throws AppError `conversation_not_found`, `approval_not_found` or `approval_decided`.
   */
  async decide(
    owner: Owner,
    { conversationId, approvalId, decision, grounds }: DecidedApproval,
    runnerId: string,
  ): Promise<BegunTurn> {
    await requireConversation(this.#database, owner, conversationId);
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
    if (decided) return { turn: await this.#turns.get(owner, decided.id), isNew: true };
    const before = await this.#database
      .selectFrom('turns')
      .select(['id', 'approval'])
      .where('conversation_id', '=', conversationId)
      .where(ofApproval)
      .executeTakeFirst();
    if (!before) throw new AppError('approval_not_found');
    if (before.approval?.decision !== decision) throw new AppError('approval_decided');
    return { turn: await this.#turns.get(owner, before.id), isNew: false };
  }
}
