import { AppError, type Assistant } from '@lectern/contracts';
import { type OrganisationQuota, violatedConstraint } from '@lectern/service';
import { sql, type Transaction } from 'kysely';
import type { LlmDatabase, LlmTables } from '../database/tables.ts';
import type { Owner } from '../ports/owner.ts';
import { insertBranch, insertTurn, type ModeLimits } from './insert-turn.ts';
import type { BegunTurn, NewBranch, NewTurn, Turn } from './turn.ts';
import type { Turns } from './turns.ts';

export interface TurnStartsOptions {
  readonly database: LlmDatabase;
  readonly turns: Turns;
  readonly conversationQuota: OrganisationQuota;
  readonly modes: ModeLimits;
  /** @throws AppError `assistant_not_found`. */
  readonly getAssistant: (owner: Owner, id: string) => Promise<Assistant>;
}

/** Fields of a message that must be the same when it is sent again with its id. */
interface GivenMessage {
  readonly conversationId: string | undefined;
  readonly message: string | undefined;
  readonly messageId: string | undefined;
  readonly assistantId: string | null | undefined;
}

/**
 * Begins turns, each once. Database constraints resolve races of replicas and repeated requests.
 */
export class TurnStarts {
  readonly #database: LlmDatabase;
  readonly #turns: Turns;
  readonly #conversationQuota: OrganisationQuota;
  readonly #modes: ModeLimits;
  readonly #getAssistant: TurnStartsOptions['getAssistant'];

  constructor({ database, turns, conversationQuota, modes, getAssistant }: TurnStartsOptions) {
    this.#database = database;
    this.#turns = turns;
    this.#conversationQuota = conversationQuota;
    this.#modes = modes;
    this.#getAssistant = getAssistant;
  }

  /**
   * Stores the message and marks the turn as running in this process. A repeated message id returns
   * the turn that it began; a failed turn is started again.
   *
   * @throws AppError `conversation_not_found`, `assistant_not_found`, `turn_running`,
   *   `idempotency_conflict` (the id was used for another message) or `invalid_request` (another
   *   mode than the conversation's, or a parent that is not one of its answers).
   */
  async begin(owner: Owner, given: NewTurn, runnerId: string): Promise<BegunTurn> {
    return this.#beginOnce(owner, {
      given,
      runnerId,
      insert: async (transaction, assistant) => {
        const turnId = await insertTurn(transaction, owner, {
          given,
          assistant,
          runnerId,
          modes: this.#modes,
        });
        if (given.conversationId === undefined) {
          await this.#conversationQuota.assertRoom(transaction, owner.organisationId);
        }
        return turnId;
      },
    });
  }

  /**
   * Starts a turn beside an existing one, with the same parent and filter.
   *
   * @throws AppError also `message_not_found`, and `invalid_request` for editing an answer.
   */
  async beginBranch(owner: Owner, branch: NewBranch, runnerId: string): Promise<BegunTurn> {
    const { conversationId, edited, assistantId } = branch;
    const { message, messageId } = edited ?? {};
    const given = { conversationId, message, messageId, assistantId };
    return this.#beginOnce(owner, {
      given,
      runnerId,
      insert: (transaction, assistant) =>
        insertBranch(transaction, owner, {
          given: branch,
          assistant,
          runnerId,
          modes: this.#modes,
        }),
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
      readonly insert: (
        transaction: Transaction<LlmTables>,
        assistant: Assistant | null | undefined,
      ) => Promise<string>;
    },
  ): Promise<BegunTurn> {
    const repeated = await this.#findRepeated(owner, given);
    if (repeated) return this.#beginAgain(owner, repeated, { given, runnerId });
    const { assistantId } = given;
    const assistant = assistantId ? await this.#getAssistant(owner, assistantId) : assistantId;
    try {
      const id = await this.#database
        .transaction()
        .execute((transaction) => insert(transaction, assistant as Assistant | null | undefined));
      return { turn: await this.#turns.get(owner, id), isNew: true };
    } catch (error) {
      const constraint = violatedConstraint(error);
      if (constraint === 'turns_running') throw new AppError('turn_running');
      if (constraint !== 'turns_message') throw error;
      const first = await this.#findRepeated(owner, given);
      if (!first) throw error;
      return this.#beginAgain(owner, first, { given, runnerId });
    }
  }

  async #findRepeated(owner: Owner, { messageId }: GivenMessage): Promise<Turn | undefined> {
    return messageId === undefined ? undefined : this.#turns.findByMessage(owner, messageId);
  }

  async #beginAgain(
    owner: Owner,
    turn: Turn,
    { given, runnerId }: { readonly given: GivenMessage; readonly runnerId: string },
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
          model: null,
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
    return { turn: await this.#turns.get(owner, turn.id), isNew: restarted };
  }
}
