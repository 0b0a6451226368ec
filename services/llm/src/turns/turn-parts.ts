import type { StreamPart } from '@lectern/contracts';
import { sql } from 'kysely';
import type { LlmDatabase } from '../database/tables.ts';

export interface PlacedPart {
  readonly position: number;
  readonly part: StreamPart;
}

/** Stored parts of turns, for replay by all replicas of the service. */
export class TurnParts {
  readonly #database: LlmDatabase;

  constructor(database: LlmDatabase) {
    this.#database = database;
  }

  async append(turnId: string, from: number, parts: readonly StreamPart[]): Promise<void> {
    if (parts.length === 0) return;
    await sql`
      insert into llm.stream_parts (turn_id, position, part)
      select turns.id, ${from}::integer + given.ordinality - 1, given.part
      from llm.turns, jsonb_array_elements(${JSON.stringify(parts)}::jsonb)
        with ordinality as given (part, ordinality)
      where turns.id = ${turnId}::uuid`.execute(this.#database);
  }

  /** Returns the parts after a position, in order. */
  async list(turnId: string, after: number): Promise<PlacedPart[]> {
    return this.#database
      .selectFrom('stream_parts')
      .select(['position', 'part'])
      .where('turn_id', '=', turnId)
      .where('position', '>', after)
      .orderBy('position')
      .execute();
  }

  /** Deletes the parts of a turn that starts again; returns the position of its next part. */
  async restart(turnId: string): Promise<number> {
    const dropped = await this.#database
      .deleteFrom('stream_parts')
      .where('turn_id', '=', turnId)
      .returning('position')
      .execute();
    return Math.max(-1, ...dropped.map(({ position }) => position)) + 1;
  }

  /** Deletes the parts of turns that ended before the given time. */
  async drop(olderThanMs: number): Promise<void> {
    await this.#database
      .deleteFrom('stream_parts')
      .using('turns')
      .whereRef('turns.id', '=', 'stream_parts.turn_id')
      .where('turns.finished_at', '<', sql<Date>`now() - ${olderThanMs} * interval '1 millisecond'`)
      .execute();
  }
}
