import { randomUUID } from 'node:crypto';
import { idSchema } from '@lectern/contracts';
import { sql } from 'kysely';
import type { Owner } from '../ports/owner.ts';
import type { ResultPart } from '../ports/tool-registry.ts';
import type { RegistryDatabase } from './registry-tables.ts';

const keptMinutes = 60;

/**
 * Long answers of tools, kept for an hour for the person who called. Places in a text are Unicode
 * code points.
 */
export class ToolResults {
  readonly #database: RegistryDatabase;

  constructor(database: RegistryDatabase) {
    this.#database = database;
  }

  /** Keeps a result, and gives the id under which it is read. */
  async keep({ organisationId, userId }: Owner, text: string): Promise<string> {
    const id = randomUUID();
    await this.#database
      .insertInto('tool_results')
      .values({ id, organisation_id: organisationId, user_id: userId, text })
      .execute();
    return id;
  }

  /** Undefined when it is gone or another person's. */
  async read(
    { organisationId, userId }: Owner,
    id: string,
    { offset, limit }: { readonly offset: number; readonly limit: number },
  ): Promise<ResultPart | undefined> {
    if (!idSchema.safeParse(id).success) return undefined;
    const row = await this.#database
      .selectFrom('tool_results')
      .select([
        sql<string>`substr(text, ${offset + 1}::int, ${limit}::int)`.as('part'),
        sql<number>`length(text)`.as('characters'),
      ])
      .where('id', '=', id)
      .where('organisation_id', '=', organisationId)
      .where('user_id', '=', userId)
      .where('created_at', '>', sql<Date>`now() - make_interval(mins => ${keptMinutes})`)
      .executeTakeFirst();
    if (!row) return undefined;
    const end = offset + limit;
    return {
      text: row.part,
      offset,
      characters: row.characters,
      nextOffset: end < row.characters ? end : null,
    };
  }

  /** Removes what is older than an hour. */
  async dropOld(): Promise<void> {
    await this.#database
      .deleteFrom('tool_results')
      .where('created_at', '<', sql<Date>`now() - make_interval(mins => ${keptMinutes})`)
      .execute();
  }
}
