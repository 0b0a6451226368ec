import { randomUUID } from 'node:crypto';
import { idSchema } from '@lectern/contracts';
import { sql } from 'kysely';
import type { Owner } from '../access.ts';
import type { UpstreamDatabase } from '../upstream-tables.ts';

export interface ResultPart {
  readonly text: string;
  readonly offset: number;
  /** Length of the whole text. */
  readonly characters: number;
  readonly nextOffset: number | null;
}

const retentionMinutes = 60;

/** Maximum bytes of stored texts; one text has at most 12 MB. */
export interface KeptResultBounds {
  readonly maxBytesOfPerson: number;
  readonly maxBytesOfOrganisation: number;
}

const defaultBounds: KeptResultBounds = {
  maxBytesOfPerson: 32 * 1024 * 1024,
  maxBytesOfOrganisation: 128 * 1024 * 1024,
};

/**
 * Long results of tools, stored for an hour for the person who called. Beyond the limits the oldest
 * results of a person are removed first, and in an organisation those of the person who stores
 * most. Offsets are Unicode code points.
 */
export class ToolResults {
  readonly #database: UpstreamDatabase;
  readonly #bounds: KeptResultBounds;

  constructor(database: UpstreamDatabase, bounds: KeptResultBounds = defaultBounds) {
    this.#database = database;
    this.#bounds = bounds;
  }

  async store({ organisationId, userId }: Owner, text: string): Promise<string> {
    const id = randomUUID();
    await this.#database
      .insertInto('tool_results')
      .values({ id, organisation_id: organisationId, user_id: userId, text })
      .execute();
    await this.#dropBeyondBounds(organisationId);
    return id;
  }

  /** Counts each result after all newer ones of its person, so that everybody keeps some. */
  async #dropBeyondBounds(organisationId: string): Promise<void> {
    const { maxBytesOfPerson, maxBytesOfOrganisation } = this.#bounds;
    await sql`
      with counted as (
        select id, created_at, octet_length(text) as bytes,
          sum(octet_length(text)) over (partition by user_id order by created_at desc, id)
            as bytes_of_person
        from mcp.tool_results
        where organisation_id = ${organisationId}
          and created_at > now() - make_interval(mins => ${retentionMinutes})
      ), of_persons as (
        select id, sum(bytes) over (order by bytes_of_person - bytes, created_at desc, id)
            as bytes_of_organisation
        from counted
        where bytes_of_person <= ${maxBytesOfPerson}
      )
      delete from mcp.tool_results
      where organisation_id = ${organisationId}
        and id not in (
          select id from of_persons where bytes_of_organisation <= ${maxBytesOfOrganisation}
        )`.execute(this.#database);
  }

  /** Returns a part; undefined if the result has expired or belongs to another person. */
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
      .where('created_at', '>', sql<Date>`now() - make_interval(mins => ${retentionMinutes})`)
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

  /** Removes results that are older than an hour. */
  async dropOld(): Promise<void> {
    await this.#database
      .deleteFrom('tool_results')
      .where('created_at', '<', sql<Date>`now() - make_interval(mins => ${retentionMinutes})`)
      .execute();
  }
}
