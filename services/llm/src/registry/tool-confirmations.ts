import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Owner } from '../ports/conversations.ts';
import type { RegistryCall } from '../ports/tool-registry.ts';
import type { RegistryDatabase } from './registry-tables.ts';

/** An agreement holds for one call within this time; a question is forgotten after it. */
const validMinutes = 15;
const isValid = sql<boolean>`created_at > now() - make_interval(mins => ${validMinutes})`;

/** What people said to calls of tools that change something. */
export class ToolConfirmations {
  readonly #database: RegistryDatabase;

  constructor(database: RegistryDatabase) {
    this.#database = database;
  }

  /** Whether the person agreed to this very call; an agreement is used up by it. */
  async take(owner: Owner, call: RegistryCall): Promise<boolean> {
    const { numUpdatedRows } = await this.#database
      .updateTable('tool_confirmations')
      .set({ used: true })
      .where('id', '=', (query) =>
        query
          .selectFrom('tool_confirmations')
          .select('id')
          .where('organisation_id', '=', owner.organisationId)
          .where('user_id', '=', owner.userId)
          .where('server', '=', call.server)
          .where('tool', '=', call.tool)
          .where(sql<boolean>`arguments = ${JSON.stringify(call.arguments)}::jsonb`)
          .where('decision', '=', 'approved')
          .where('used', '=', false)
          .where(isValid)
          .limit(1)
          .forUpdate()
          .skipLocked(),
      )
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  /** Asks the person; gives the id to answer by. */
  async ask(owner: Owner, call: RegistryCall): Promise<string> {
    await this.#database
      .deleteFrom('tool_confirmations')
      .where(sql<boolean>`not ${isValid}`)
      .execute();
    const id = randomUUID();
    await this.#database
      .insertInto('tool_confirmations')
      .values({
        id,
        organisation_id: owner.organisationId,
        user_id: owner.userId,
        server: call.server,
        tool: call.tool,
        arguments: JSON.stringify(call.arguments),
      })
      .execute();
    return id;
  }

  /** False when nobody asked this person, or the answer was given. */
  async decide(owner: Owner, id: string, decision: 'approved' | 'rejected'): Promise<boolean> {
    const { numUpdatedRows } = await this.#database
      .updateTable('tool_confirmations')
      .set({ decision })
      .where('id', '=', id)
      .where('organisation_id', '=', owner.organisationId)
      .where('user_id', '=', owner.userId)
      .where('decision', 'is', null)
      .where(isValid)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }
}
