import { randomUUID } from 'node:crypto';
import {
  AppError,
  type CreateModel,
  type ModelConnection,
  type PageQuery,
  type Role,
  type UpdateModel,
} from '@lectern/contracts';
import {
  assertTeams,
  cursorTextSchema,
  cutPage,
  invalidField,
  isUniqueViolation,
  isVisibleTo,
  type OrganisationQuota,
  readCursor,
  type Sealer,
} from '@lectern/service';
import { type Selectable, sql, type Transaction } from 'kysely';
import type { LlmDatabase, LlmTables, ModelConnectionRow } from '../database/tables.ts';
import type { Owner, Reader } from '../ports/owner.ts';
import { builtInModelId, type EnvironmentModel } from './environment-models.ts';
import { openKey, sealKey, toModelConnection } from './stored-model.ts';

export interface ModelConnectionsOptions {
  readonly database: LlmDatabase;
  readonly sealer: Sealer;
  readonly quota: OrganisationQuota;
  readonly environment: readonly EnvironmentModel[];
}

export type OpenedConnection = Selectable<Omit<ModelConnectionRow, 'api_key'>> & {
  readonly apiKey: string | null;
};

/** Outcome of trying or using a connection. */
export type ModelOutcome = Pick<ModelConnection['health'], 'message' | 'reason'> & {
  /** Undefined: the stored ones stay. */
  readonly capabilities: ModelConnection['capabilities'] | undefined;
};

/** Model connections of an organisation, and the entries of the environment. */
export class ModelConnections {
  readonly #database: LlmDatabase;
  readonly #sealer: Sealer;
  readonly #quota: OrganisationQuota;
  readonly #environment: readonly EnvironmentModel[];

  constructor({ database, sealer, quota, environment }: ModelConnectionsOptions) {
    this.#database = database;
    this.#sealer = sealer;
    this.#quota = quota;
    this.#environment = environment;
  }

  /** Id of the environment's model; the built-in one without another. */
  get firstOfEnvironment(): string | undefined {
    return this.#environment[0]?.id;
  }

  /**
   * Lists the models that the person may use, the default first, then by name.
   * @throws AppError `invalid_request` for an invalid cursor.
   */
  async list(
    reader: Reader,
    { limit, cursor }: PageQuery,
  ): Promise<{ models: ModelConnection[]; nextCursor: string | null }> {
    const after = cursor === undefined ? '' : readCursor(cursorTextSchema, cursor);
    const models = (await this.listAll(reader)).filter((model) => placeOf(model) > after);
    const { page, nextCursor } = cutPage(models.slice(0, limit + 1), limit, placeOf);
    return { models: [...page], nextCursor };
  }

  /**
   * Lists all models that the person may use, in the order of {@link list}. Addresses are for owners
   * and admins whose credential has the scope `admin`.
   */
  async listAll({ scopes = [], ...owner }: Owner & Partial<Reader>): Promise<ModelConnection[]> {
    const [role, rows] = await Promise.all([
      this.findRole(owner),
      this.#selectVisible(owner).execute(),
    ]);
    const isManager = (role === 'owner' || role === 'admin') && scopes.includes('admin');
    // The environment's model replaces a default that this person may not use.
    const hasDefault = rows.some(({ is_default }) => is_default);
    return [
      ...rows.map((row) => toModelConnection(row, { isManager })),
      ...this.#environment.map((entry) => ({
        ...entry,
        base_url: isManager ? entry.base_url : null,
        is_default: !hasDefault && entry.id === this.firstOfEnvironment,
      })),
    ].toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
  }

  /** @throws AppError `model_not_found`. */
  async get(reader: Owner & Partial<Reader>, id: string): Promise<ModelConnection> {
    const found = (await this.listAll(reader)).find((model) => model.id === id);
    if (!found) throw new AppError('model_not_found');
    return found;
  }

  /**
   * Finds a visible connection of the page with its key.
   * @throws AppError `model_not_found`.
   */
  async open(owner: Owner, id: string): Promise<OpenedConnection> {
    const row = await this.#selectVisible(owner).where('id', '=', id).executeTakeFirst();
    if (!row) throw new AppError('model_not_found');
    return this.#toOpened(row);
  }

  /** @throws AppError `model_name_taken`, `quota_exceeded`, `invalid_request` for a fallback. */
  async create(owner: Owner, model: CreateModel): Promise<string> {
    const id = randomUUID();
    const { organisationId } = owner;
    this.#assertFreeName(model.name);
    await named(
      this.#database.transaction().execute(async (transaction) => {
        await this.#assertFallbacks(
          transaction,
          { id, organisation_id: organisationId },
          model.fallback_ids,
        );
        const teamIds = model.visibility.team_ids;
        await assertTeams(transaction, organisationId, { teamIds });
        const isDefault = model.is_default ?? (await this.#isFirst(transaction, organisationId));
        if (isDefault) await unsetDefault(transaction, organisationId);
        await transaction
          .insertInto('model_connections')
          .values({
            id,
            organisation_id: organisationId,
            name: model.name,
            provider: model.provider,
            base_url: model.base_url,
            model: model.model,
            api_key: sealKey(this.#sealer, { ...model, id }, model.api_key),
            context_tokens: model.context_tokens,
            temperature: model.temperature,
            max_answer_tokens: model.max_answer_tokens,
            ...toPriceColumns(model.price),
            capabilities: JSON.stringify(model.capabilities ?? noCapabilities),
            is_default: isDefault,
            fallback_ids: model.fallback_ids,
            visible_to_everyone: model.visibility.everyone,
            visible_roles: model.visibility.roles,
            visible_team_ids: model.visibility.team_ids,
            created_by: owner.userId,
          })
          .execute();
        await this.#quota.assertRoom(transaction, organisationId);
      }),
    );
    return id;
  }

  /**
   * Changes a connection. A new address or provider removes the stored key.
   * @throws AppError `model_not_found`, `model_name_taken`, `forbidden` for an entry of the
   *   environment.
   */
  async update(owner: Owner, id: string, changes: UpdateModel): Promise<void> {
    this.#assertOfPage(id);
    const { organisationId } = owner;
    await named(
      this.#database.transaction().execute(async (transaction) => {
        const before = await transaction
          .selectFrom('model_connections')
          .selectAll()
          .where('id', '=', id)
          .where('organisation_id', '=', organisationId)
          .forUpdate()
          .executeTakeFirst();
        if (!before) throw new AppError('model_not_found');
        await assertTeams(transaction, organisationId, {
          teamIds: changes.visibility?.team_ids ?? [],
          before: before.visible_team_ids,
        });
        if (changes.name !== undefined && changes.name !== before.name) {
          this.#assertFreeName(changes.name);
        }
        const after = { ...before, ...changes };
        if (after.provider === 'openai_compatible' && after.base_url === null) {
          throw invalidField('base_url', 'is needed by openai_compatible', { rule: 'missing' });
        }
        if (changes.fallback_ids) {
          await this.#assertFallbacks(transaction, before, changes.fallback_ids);
        }
        if (changes.is_default) await unsetDefault(transaction, organisationId);
        const { api_key: key, visibility, capabilities, price, ...columns } = changes;
        const isMoved = after.base_url !== before.base_url || after.provider !== before.provider;
        await transaction
          .updateTable('model_connections')
          .set({
            ...withoutUndefined(columns),
            ...(price !== undefined && toPriceColumns(price)),
            ...(key !== undefined && { api_key: sealKey(this.#sealer, after, key) }),
            ...(key === undefined && isMoved && { api_key: null }),
            ...(capabilities && { capabilities: JSON.stringify(capabilities) }),
            ...(visibility && {
              visible_to_everyone: visibility.everyone,
              visible_roles: visibility.roles,
              visible_team_ids: visibility.team_ids,
            }),
            updated_at: sql`now()`,
          })
          .where('id', '=', id)
          .execute();
      }),
    );
  }

  /**
   * Removes a connection and returns its name.
   * @throws AppError `model_not_found`, `forbidden` for an entry of the environment.
   */
  async delete({ organisationId }: Owner, id: string): Promise<string> {
    this.#assertOfPage(id);
    return this.#database.transaction().execute(async (transaction) => {
      const deleted = await transaction
        .deleteFrom('model_connections')
        .where('id', '=', id)
        .where('organisation_id', '=', organisationId)
        .returning('name')
        .executeTakeFirst();
      if (!deleted) throw new AppError('model_not_found');
      await transaction
        .updateTable('model_connections')
        .set({ fallback_ids: sql`array_remove(fallback_ids, ${id}::uuid)` })
        .where('organisation_id', '=', organisationId)
        .where(sql<boolean>`${id}::uuid = any(fallback_ids)`)
        .execute();
      return deleted.name;
    });
  }

  /** Stores the outcome of trying or using a connection. */
  async saveOutcome(id: string, { message, reason, capabilities }: ModelOutcome): Promise<void> {
    const state = reason === null ? 'healthy' : 'failing';
    await this.#database
      .updateTable('model_connections')
      .set({
        health_state: state,
        health_since: sql`case when health_state = ${state} then health_since else now() end`,
        health_message: message,
        health_reason: reason,
        ...(capabilities && { capabilities: JSON.stringify(capabilities) }),
      })
      .where('id', '=', id)
      .execute();
  }

  /** Seals keys of older sealing keys with the newest one and returns their number. */
  async reseal(): Promise<number> {
    const rows = await this.#database
      .selectFrom('model_connections')
      .select(['id', 'provider', 'base_url', 'api_key'])
      .where('api_key', 'is not', null)
      .execute();
    let sealed = 0;
    for (const { api_key: key, ...place } of rows) {
      if (key === null || !this.#sealer.isOutdated(key)) continue;
      // Another process may have changed the key meanwhile.
      await this.#database
        .updateTable('model_connections')
        .set({ api_key: sealKey(this.#sealer, place, openKey(this.#sealer, place, key)) })
        .where('id', '=', place.id)
        .where('api_key', '=', key)
        .execute();
      sealed += 1;
    }
    return sealed;
  }

  async findRole({ organisationId, userId }: Owner): Promise<Role | undefined> {
    const person = await this.#database
      .selectFrom('auth.principals')
      .select('role')
      .where('user_id', '=', userId)
      .where('organisation_id', '=', organisationId)
      .where('disabled', '=', false)
      .executeTakeFirst();
    return person?.role;
  }

  #toOpened({ api_key: sealed, ...row }: Selectable<ModelConnectionRow>): OpenedConnection {
    return { ...row, apiKey: openKey(this.#sealer, row, sealed) };
  }

  #selectVisible(owner: Owner) {
    return this.#database
      .selectFrom('model_connections')
      .selectAll()
      .where(isVisibleTo('model_connections', owner));
  }

  /** Returns whether only the built-in model answers in the organisation. */
  async #isFirst(transaction: Transaction<LlmTables>, organisationId: string): Promise<boolean> {
    if (this.#environment[0]?.id !== builtInModelId) return false;
    const row = await transaction
      .selectFrom('model_connections')
      .select('id')
      .where('organisation_id', '=', organisationId)
      .limit(1)
      .executeTakeFirst();
    return row === undefined;
  }

  async #assertFallbacks(
    transaction: Transaction<LlmTables>,
    { id, organisation_id: organisationId }: Pick<ModelConnectionRow, 'id' | 'organisation_id'>,
    fallbackIds: readonly string[],
  ): Promise<void> {
    const ofPage = fallbackIds.filter(
      (other) => !this.#environment.some((entry) => entry.id === other),
    );
    if (fallbackIds.includes(id)) {
      throw invalidField('fallback_ids', 'cannot hold the connection itself', { rule: 'itself' });
    }
    if (ofPage.length === 0) return;
    const rows = await transaction
      .selectFrom('model_connections')
      .select('id')
      .where('organisation_id', '=', organisationId)
      .where('id', 'in', ofPage)
      .execute();
    if (rows.length < new Set(ofPage).size)
      throw invalidField('fallback_ids', 'holds an unknown model');
  }

  #assertFreeName(name: string): void {
    const isSame = (entry: EnvironmentModel) => entry.name.toLowerCase() === name.toLowerCase();
    if (this.#environment.some(isSame)) throw nameTaken();
  }

  #assertOfPage(id: string): void {
    if (!this.#environment.some((entry) => entry.id === id)) return;
    throw new AppError('forbidden', 'This model is set by the environment of the service.');
  }
}

export const noCapabilities: ModelConnection['capabilities'] = {
  tools: false,
  forced_tool: false,
  json_schema: false,
  vision: false,
};

function toPriceColumns(price: CreateModel['price']) {
  return {
    price_in: price?.input ?? null,
    price_out: price?.output ?? null,
    price_currency: price?.currency ?? null,
  };
}

/** Sort key of a list. */
function placeOf({ is_default, name, id }: ModelConnection): string {
  return `${is_default ? 0 : 1} ${name.toLowerCase()} ${id}`;
}

async function unsetDefault(
  transaction: Transaction<LlmTables>,
  organisationId: string,
): Promise<void> {
  await transaction
    .updateTable('model_connections')
    .set({ is_default: false })
    .where('organisation_id', '=', organisationId)
    .where('is_default', '=', true)
    .execute();
}

function withoutUndefined<Value extends object>(value: Value): Value {
  return Object.fromEntries(
    Object.entries(value).filter(([, given]) => given !== undefined),
  ) as Value;
}

async function named<Result>(written: Promise<Result>): Promise<Result> {
  try {
    return await written;
  } catch (error) {
    if (isUniqueViolation(error, 'model_connections_name')) throw nameTaken();
    throw error;
  }
}

function nameTaken(): AppError {
  return new AppError('model_name_taken', undefined, { details: { field: 'name' } });
}
