import { sql } from 'kysely';
import type { LlmDatabase } from '../database/tables.ts';
import { turnThreadPrefix } from '../ports/answer-mode.ts';
import { modeOfTurn, readTurn } from './read-turn.ts';
import type { Turn } from './turn.ts';

/** Leases of turns. A process without heartbeats loses its turns. */
export class TurnLeases {
  readonly #database: LlmDatabase;

  constructor(database: LlmDatabase) {
    this.#database = database;
  }

  /** Renews the leases of running turns and returns the turns that must stop or that were lost. */
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

  /** Releases turns for other processes. */
  async release(runnerId: string): Promise<void> {
    await this.#database
      .updateTable('turns')
      .set({ heartbeat_at: sql`'-infinity'::timestamptz`, runner_id: null })
      .where('runner_id', '=', runnerId)
      .where('status', '=', 'running')
      .execute();
  }

  /** Takes over turns without a heartbeat for the given time. */
  async claimAbandoned(runnerId: string, silentMs: number): Promise<Turn[]> {
    const rows = await this.#database
      .updateTable('turns')
      .from('conversations')
      .set({ runner_id: runnerId, heartbeat_at: sql`now()` })
      .whereRef('conversations.id', '=', 'turns.conversation_id')
      .where('turns.status', '=', 'running')
      .where('turns.heartbeat_at', '<', sql<Date>`now() - ${silentMs} * interval '1 millisecond'`)
      .returningAll('turns')
      .returning(modeOfTurn)
      .execute();
    return Promise.all(rows.map((row) => readTurn(this.#database, row)));
  }

  /** Finds turns that have waited for a decision for the given time. */
  async listExpired(waitingMs: number): Promise<Turn[]> {
    const rows = await this.#database
      .selectFrom('turns')
      .innerJoin('conversations', 'conversations.id', 'turns.conversation_id')
      .selectAll('turns')
      .select(modeOfTurn)
      .where('turns.status', '=', 'waiting')
      .where('turns.heartbeat_at', '<', sql<Date>`now() - ${waitingMs} * interval '1 millisecond'`)
      .execute();
    return Promise.all(rows.map((row) => readTurn(this.#database, row)));
  }

  /** Deletes checkpoints that an aborted graph wrote after the end of its turn. */
  async dropStrayCheckpoints(): Promise<void> {
    for (const table of ['checkpoints', 'checkpoint_blobs', 'checkpoint_writes']) {
      await sql`
        delete from ${sql.table(`llm.${table}`)} as stray
        where stray.thread_id like ${`${turnThreadPrefix}%`} and not exists (
          select from llm.turns
          where turns.status in ('running', 'waiting') and ${turnThreadPrefix} || turns.id = stray.thread_id
        )`.execute(this.#database);
    }
  }
}
