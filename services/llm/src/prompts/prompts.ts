import { randomUUID } from 'node:crypto';
import {
  AppError,
  type CreatePrompt,
  type PageQuery,
  type Prompt,
  type UpdatePrompt,
} from '@lectern/contracts';
import { cursorTextSchema, cutPage, isVisibleTo, readCursor } from '@lectern/service';
import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import type { LlmDatabase, PromptRow } from '../database/tables.ts';
import type { Owner } from '../ports/owner.ts';

const maxPromptsOfPerson = 500;

/** Saved prompts of an organisation. */
export class Prompts {
  readonly #database: LlmDatabase;

  constructor(database: LlmDatabase) {
    this.#database = database;
  }

  /**
   * Lists the prompts that the person may use, by name.
   * @throws AppError `invalid_request` for an invalid cursor.
   */
  async list(
    owner: Owner,
    { limit, cursor }: PageQuery,
  ): Promise<{ prompts: Prompt[]; nextCursor: string | null }> {
    const after = cursor === undefined ? undefined : readCursor(cursorSchema, cursor);
    const rows = await this.#select(owner)
      .$if(after !== undefined, (query) =>
        query.where(sql<boolean>`(name, id) > (${after?.name ?? ''}, ${after?.id ?? null}::uuid)`),
      )
      .orderBy('name')
      .orderBy('id')
      .limit(limit + 1)
      .execute();
    const { page, nextCursor } = cutPage(rows, limit, ({ name, id }) => ({ name, id }));
    return { prompts: page.map(toPrompt), nextCursor };
  }

  /** @throws AppError `prompt_not_found`. */
  async get(owner: Owner, id: string): Promise<Prompt> {
    const row = await this.#select(owner).where('id', '=', id).executeTakeFirst();
    if (!row) throw new AppError('prompt_not_found');
    return toPrompt(row);
  }

  /** @throws AppError `quota_exceeded`, `forbidden` for a viewer who shares a prompt. */
  async create(owner: Owner, { name, text, visibility }: CreatePrompt): Promise<Prompt> {
    await this.#assertMayShare(owner, visibility);
    const id = randomUUID();
    await this.#database.transaction().execute(async (transaction) => {
      // Requests of one person wait for each other, so that the limit holds.
      await sql`select pg_advisory_xact_lock(hashtextextended(
        ${`prompts ${owner.organisationId} ${owner.userId}`}, 0))`.execute(transaction);
      const { used } = await transaction
        .selectFrom('prompts')
        .select(sql<number>`count(*)::int`.as('used'))
        .where('organisation_id', '=', owner.organisationId)
        .where('user_id', '=', owner.userId)
        .executeTakeFirstOrThrow();
      if (used >= maxPromptsOfPerson) {
        throw new AppError('quota_exceeded', undefined, {
          details: { quota: 'prompts', used, limit: maxPromptsOfPerson },
        });
      }
      await transaction
        .insertInto('prompts')
        .values({
          id,
          organisation_id: owner.organisationId,
          user_id: owner.userId,
          name,
          text,
          ...toColumns(visibility),
        })
        .execute();
    });
    return this.get(owner, id);
  }

  /** @throws AppError `prompt_not_found`, `forbidden`, also for a viewer whose prompt is shared. */
  async update(
    owner: Owner,
    id: string,
    { name, text, visibility }: UpdatePrompt,
  ): Promise<Prompt> {
    const before = await this.#getChangeable(owner, id);
    await this.#assertMayShare(owner, visibility ?? before.visibility);
    await this.#database
      .updateTable('prompts')
      .set({
        updated_at: sql`now()`,
        ...(name !== undefined && { name }),
        ...(text !== undefined && { text }),
        ...(visibility && toColumns(visibility)),
      })
      .where('id', '=', id)
      .where('organisation_id', '=', owner.organisationId)
      .execute();
    return this.get(owner, id);
  }

  /** @throws AppError `prompt_not_found`, `forbidden`. */
  async delete(owner: Owner, id: string): Promise<void> {
    await this.#getChangeable(owner, id);
    await this.#database
      .deleteFrom('prompts')
      .where('id', '=', id)
      .where('organisation_id', '=', owner.organisationId)
      .execute();
  }

  async #getChangeable(owner: Owner, id: string): Promise<Prompt> {
    const prompt = await this.get(owner, id);
    if (!prompt.may_change) {
      throw new AppError('forbidden', 'Only its author and admins may change it.');
    }
    return prompt;
  }

  async #assertMayShare(owner: Owner, visibility: Prompt['visibility']): Promise<void> {
    const { everyone, roles, team_ids: teamIds } = visibility;
    if (!everyone && roles.length === 0 && teamIds.length === 0) return;
    const person = await this.#database
      .selectFrom('auth.principals')
      .select('role')
      .where('user_id', '=', owner.userId)
      .where('organisation_id', '=', owner.organisationId)
      .executeTakeFirst();
    if (person && person.role !== 'viewer') return;
    throw new AppError('forbidden', 'Viewers may not share prompts or change shared ones.');
  }

  #select({ organisationId, userId }: Owner) {
    const isOwn = sql<boolean>`(prompts.organisation_id = ${organisationId} and prompts.user_id = ${userId})`;
    return this.#database
      .selectFrom('prompts')
      .selectAll()
      .select(
        sql<boolean>`${isOwn} or exists (
          select from auth.principals as person
          where person.user_id = ${userId} and person.organisation_id = ${organisationId}
            and person.role in ('owner', 'admin')
        )`.as('may_change'),
      )
      .where((is) => is.or([isOwn, isVisibleTo('prompts', { organisationId, userId })]));
  }
}

const cursorSchema = z.object({ name: cursorTextSchema, id: z.uuid() });

function toColumns({ everyone, roles, team_ids: teamIds }: Prompt['visibility']) {
  return { visible_to_everyone: everyone, visible_roles: roles, visible_team_ids: teamIds };
}

function toPrompt(row: Selectable<PromptRow> & { readonly may_change: boolean }): Prompt {
  return {
    id: row.id,
    name: row.name,
    text: row.text,
    visibility: {
      everyone: row.visible_to_everyone,
      roles: row.visible_roles,
      team_ids: row.visible_team_ids,
    },
    owner_id: row.user_id,
    may_change: row.may_change,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
