import { randomUUID } from 'node:crypto';
import {
  AppError,
  type ErrorCode,
  type itemVisibilitySchema,
  type PageQuery,
} from '@lectern/contracts';
import { assertTeams, cursorTextSchema, cutPage, isVisibleTo, readCursor } from '@lectern/service';
import { type Insertable, type Selectable, sql } from 'kysely';
import { z } from 'zod';
import type { LlmDatabase, SharedItemRow } from '../database/tables.ts';
import { type Owner, ofOwner } from '../ports/owner.ts';

const maxItemsOfPerson = 500;
/** Maximum bytes of the items of one page. */
const maxPageBytes = 1024 * 1024;

type Visibility = z.output<typeof itemVisibilitySchema>;

interface CommonFields {
  readonly id: string;
  readonly visibility: Visibility;
  readonly owner_id: string;
  readonly may_change: boolean;
  readonly created_at: string;
  readonly updated_at: string;
}

interface ItemKind {
  /** The table; its own columns have the names of the fields. */
  readonly table: 'prompts' | 'assistants';
  readonly notFound: ErrorCode;
  readonly jsonFields?: readonly string[];
}

/** Items that a person writes and shares, such as saved prompts. */
export class SharedItems<Item extends CommonFields> {
  readonly #database: LlmDatabase;
  readonly #kind: ItemKind;

  constructor(database: LlmDatabase, kind: ItemKind) {
    this.#database = database;
    this.#kind = kind;
  }

  /**
   * Lists the items that the person may use, by name.
   * @throws AppError `invalid_request` for an invalid cursor.
   */
  async list(
    owner: Owner,
    { limit, cursor }: PageQuery,
  ): Promise<{ items: Item[]; nextCursor: string | null }> {
    const after = cursor === undefined ? undefined : readCursor(cursorSchema, cursor);
    const { table } = this.#kind;
    const places = await this.#select(owner)
      .clearSelect()
      .select(['id', 'name', sql<number>`octet_length(${sql.raw(table)}::text)`.as('bytes')])
      .$if(after !== undefined, (query) =>
        query.where(sql<boolean>`(name, id) > (${after?.name ?? ''}, ${after?.id ?? null}::uuid)`),
      )
      .orderBy('name')
      .orderBy('id')
      .limit(limit + 1)
      .execute();
    let bytes = 0;
    const tooMany = places.findIndex((place) => {
      bytes += place.bytes;
      return bytes > maxPageBytes;
    });
    const fitting = tooMany === -1 ? limit : Math.min(limit, Math.max(1, tooMany));
    const { page, nextCursor } = cutPage(places, fitting, ({ name, id }) => ({ name, id }));
    if (page.length === 0) return { items: [], nextCursor };
    const ids = page.map(({ id }) => id);
    const rows = await this.#select(owner)
      .where('id', 'in', ids)
      .orderBy('name')
      .orderBy('id')
      .execute();
    return { items: rows.map(toItem<Item>), nextCursor };
  }

  /** @throws AppError of the kind, such as `prompt_not_found`. */
  async get(owner: Owner, id: string): Promise<Item> {
    const item = await this.find(owner, id);
    if (!item) throw new AppError(this.#kind.notFound);
    return item;
  }

  async find(owner: Owner, id: string): Promise<Item | undefined> {
    const row = await this.#select(owner).where('id', '=', id).executeTakeFirst();
    return row && toItem(row);
  }

  /** @throws AppError `quota_exceeded`, `forbidden` for a viewer who shares an item. */
  async create(
    owner: Owner,
    { visibility, ...fields }: Omit<Item, keyof CommonFields> & Pick<Item, 'visibility'>,
  ): Promise<Item> {
    await this.#assertMayShare(owner, visibility);
    await this.#assertAudience(owner, visibility);
    const { table } = this.#kind;
    const id = randomUUID();
    await this.#database.transaction().execute(async (transaction) => {
      // Requests of one person wait for each other, so that the limit holds.
      await sql`select pg_advisory_xact_lock(hashtextextended(
        ${`${table} ${owner.organisationId} ${owner.userId}`}, 0))`.execute(transaction);
      const { used } = await transaction
        .selectFrom(table)
        .select(sql<number>`count(*)::int`.as('used'))
        .where((is) => is.and(ofOwner(owner)))
        .executeTakeFirstOrThrow();
      if (used >= maxItemsOfPerson) {
        throw new AppError('quota_exceeded', undefined, {
          details: { quota: table, used, limit: maxItemsOfPerson },
        });
      }
      await transaction
        .insertInto(table)
        .values({
          id,
          ...ofOwner(owner),
          ...this.#toColumns(fields),
          ...toVisibleColumns(visibility),
        } as unknown as Insertable<SharedItemRow>)
        .execute();
    });
    return this.get(owner, id);
  }

  /** @throws AppError as `get`, and `forbidden`, also for a viewer whose item is shared. */
  async update(
    owner: Owner,
    id: string,
    { visibility, ...fields }: { readonly visibility?: Visibility | undefined },
  ): Promise<Item> {
    const before = await this.#getChangeable(owner, id);
    await this.#assertMayShare(owner, visibility ?? before.visibility);
    if (visibility) await this.#assertAudience(owner, visibility, before.visibility);
    await this.#database
      .updateTable(this.#kind.table)
      .set({
        updated_at: sql`now()`,
        ...this.#toColumns(fields),
        ...(visibility && toVisibleColumns(visibility)),
      })
      .where('id', '=', id)
      .where('organisation_id', '=', owner.organisationId)
      .execute();
    return this.get(owner, id);
  }

  /** @throws AppError as `get`, and `forbidden`. */
  async delete(owner: Owner, id: string): Promise<void> {
    await this.#getChangeable(owner, id);
    await this.#database
      .deleteFrom(this.#kind.table)
      .where('id', '=', id)
      .where('organisation_id', '=', owner.organisationId)
      .execute();
  }

  #toColumns(fields: object) {
    const entries = Object.entries(fields).map(([name, value]) => [
      name,
      value !== null && this.#kind.jsonFields?.includes(name) ? JSON.stringify(value) : value,
    ]);
    return Object.fromEntries(entries);
  }

  async #getChangeable(owner: Owner, id: string): Promise<Item> {
    const item = await this.get(owner, id);
    if (!item.may_change) {
      throw new AppError('forbidden', 'Only its author and admins may change it.');
    }
    return item;
  }

  /**
   * Checks the named teams and people; those from before may have left.
   * @throws AppError `invalid_request`.
   */
  async #assertAudience(
    { organisationId }: Owner,
    { team_ids: teamIds, user_ids: userIds }: Visibility,
    before?: Visibility,
  ): Promise<void> {
    await assertTeams(this.#database, organisationId, { teamIds, before: before?.team_ids ?? [] });
    const added = [...new Set(userIds)].filter((id) => !before?.user_ids.includes(id));
    if (added.length === 0) return;
    const members = await this.#database
      .selectFrom('auth.principals')
      .select('user_id')
      .distinct()
      .where('organisation_id', '=', organisationId)
      .where('disabled', '=', false)
      .where('user_id', 'in', added)
      .execute();
    if (members.length === added.length) return;
    throw new AppError('invalid_request', 'visibility.user_ids: names somebody who is no member', {
      details: { field: 'visibility.user_ids' },
    });
  }

  async #assertMayShare(owner: Owner, visibility: Visibility): Promise<void> {
    const { everyone, roles, team_ids: teamIds, user_ids: userIds } = visibility;
    if (!everyone && [...roles, ...teamIds, ...userIds].length === 0) return;
    const person = await this.#database
      .selectFrom('auth.principals')
      .select('role')
      .where('user_id', '=', owner.userId)
      .where('organisation_id', '=', owner.organisationId)
      .executeTakeFirst();
    if (person && person.role !== 'viewer') return;
    throw new AppError(
      'forbidden',
      `Viewers may not share ${this.#kind.table} or change shared ones.`,
    );
  }

  #select({ organisationId, userId }: Owner) {
    const { table } = this.#kind;
    const isOwn = sql<boolean>`(organisation_id = ${organisationId} and user_id = ${userId})`;
    const isNamed = sql<boolean>`(organisation_id = ${organisationId}
      and ${userId} = any(visible_user_ids))`;
    return this.#database
      .selectFrom(table)
      .selectAll()
      .select(
        sql<boolean>`${isOwn} or exists (
          select from auth.principals as person
          where person.user_id = ${userId} and person.organisation_id = ${organisationId}
            and person.role in ('owner', 'admin')
        )`.as('may_change'),
      )
      .where((is) => is.or([isOwn, isNamed, isVisibleTo(table, { organisationId, userId })]));
  }
}

const cursorSchema = z.object({ name: cursorTextSchema, id: z.uuid() });

function toVisibleColumns({ everyone, roles, team_ids, user_ids }: Visibility) {
  return {
    visible_to_everyone: everyone,
    visible_roles: roles,
    visible_team_ids: team_ids,
    visible_user_ids: user_ids,
  };
}

function toItem<Item>(row: Selectable<SharedItemRow> & { readonly may_change: boolean }): Item {
  const { organisation_id: _, user_id: owner_id, ...fields } = row;
  const { visible_to_everyone: everyone, visible_roles: roles, ...others } = fields;
  const { visible_team_ids: team_ids, visible_user_ids: user_ids, ...item } = others;
  return {
    ...item,
    visibility: { everyone, roles, team_ids, user_ids },
    owner_id,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  } as Item;
}
