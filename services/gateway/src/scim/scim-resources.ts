import { isUniqueViolation } from '@lectern/service';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { CountedQuota } from '../database/counted-quota.ts';
import { cutBySize } from '../database/cut-by-size.ts';
import type { Database } from '../database/tables.ts';
import { lockOrganisation } from '../members/membership-changes.ts';
import { ScimError, throwNotFound } from './scim-error.ts';
import { badFilter, type ListRequest, readAs, schemaIds } from './scim-requests.ts';

export interface ScimResource {
  readonly id: string;
  readonly externalId: string | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Resources of one kind in each organisation. */
export interface ScimResources<Resource> {
  find(id: string, organisationId: string): Promise<Resource>;
  /** Returns fewer resources than asked for where they have many values. */
  list(
    organisationId: string,
    request: ListRequest,
  ): Promise<{ readonly items: readonly Resource[]; readonly total: number }>;
  add(organisationId: string, body: unknown): Promise<Resource>;
  /** Replaces the resource by `change` of the present one, and returns both. */
  change(
    id: string,
    organisationId: string,
    change: (before: Resource) => unknown,
  ): Promise<{ readonly before: Resource; readonly after: Resource }>;
}

/** Rows of one kind of resource; changes run in a transaction that has locked the organisation. */
export interface ScimRows<Schema extends z.ZodType, Row, Resource> {
  readonly name: 'Users' | 'Groups';
  readonly schema: Schema;
  /** Limits how many resources an organisation adds. */
  readonly quota: Pick<CountedQuota, 'assertRoom'>;
  /** Detail of the error for a value that another resource has. */
  readonly takenDetail: string;
  /** Conditions on the columns of `select`, by attribute in lower case. */
  readonly comparisons: ReadonlyMap<string, (value: string) => RawBuilder<boolean>>;
  /** Number of values of a `resource`. */
  readonly size: RawBuilder<number>;
  /** Selects all resources of the organisation as `resource`, with `id` and `createdAt`. */
  select(organisationId: string): RawBuilder<Row>;
  toResource(row: Row): Resource;
  /** Returns the id of the added resource. */
  insert(transaction: Database, organisationId: string, body: z.output<Schema>): Promise<string>;
  update(
    transaction: Database,
    target: { readonly organisationId: string; readonly id: string; readonly before: Resource },
    body: z.output<Schema>,
  ): Promise<void>;
}

export function createScimResources<Schema extends z.ZodType, Row, Resource>(
  database: Database,
  rows: ScimRows<Schema, Row, Resource>,
): ScimResources<Resource> {
  const get = async (queries: Database, id: string, organisationId: string) => {
    const found = await sql<Row>`
      select * from (${rows.select(organisationId)}) as resource where id = ${id}`.execute(queries);
    const [row] = found.rows;
    return row ? rows.toResource(row) : throwNotFound();
  };

  const change = <Result>(
    organisationId: string,
    work: (transaction: Database) => Promise<Result>,
  ): Promise<Result> =>
    database
      .transaction()
      .execute(async (transaction) => {
        await lockOrganisation(transaction, organisationId);
        return work(transaction);
      })
      .catch((error: unknown) => {
        throw isUniqueViolation(error) ? taken(rows.takenDetail) : error;
      });

  return {
    find: (id, organisationId) => get(database, id, organisationId),

    async list(organisationId, { conditions, offset, limit }) {
      const where = conditions.map(({ attribute, value }) => {
        const compare = rows.comparisons.get(attribute);
        if (!compare) throw badFilter(`${rows.name} cannot be filtered by ${attribute}.`);
        return compare(String(value));
      });
      const matching = sql`
        from (${rows.select(organisationId)}) as resource
        where ${sql.join([sql`true`, ...where], sql` and `)}`;
      const sizes = await sql<{ id: string; size: number }>`
        select id, ${rows.size} as size
        ${matching} order by "createdAt", id offset ${offset} limit ${limit}`.execute(database);
      const ids = cutBySize(sizes.rows).map(({ id }) => id);
      const page = await sql<Row>`
        select * from (${rows.select(organisationId)}) as resource
        where id = any(${ids}) order by "createdAt", id`.execute(database);
      const count = await sql<{ total: string }>`select count(*) as total ${matching}`.execute(
        database,
      );
      return { items: page.rows.map(rows.toResource), total: Number(count.rows[0]?.total) };
    },

    add: (organisationId, body) =>
      change(organisationId, async (transaction) => {
        const id = await rows.insert(transaction, organisationId, readAs(rows.schema, body));
        await rows.quota.assertRoom(transaction, organisationId);
        return get(transaction, id, organisationId);
      }),

    change: (id, organisationId, toNext) =>
      change(organisationId, async (transaction) => {
        const before = await get(transaction, id, organisationId);
        const body = readAs(rows.schema, toNext(before));
        await rows.update(transaction, { organisationId, id, before }, body);
        return { before, after: await get(transaction, id, organisationId) };
      }),
  };
}

export function taken(detail: string): ScimError {
  return new ScimError(409, detail, 'uniqueness');
}

/** Returns the resource as clients see it, below `base`. */
export function toScimBody<Resource extends ScimResource>(
  { createdAt, updatedAt, ...attributes }: Resource,
  type: 'User' | 'Group',
  base: string,
) {
  return {
    schemas: [type === 'User' ? schemaIds.user : schemaIds.group],
    ...attributes,
    meta: {
      resourceType: type,
      created: createdAt.toISOString(),
      lastModified: updatedAt.toISOString(),
      location: `${base}/${type}s/${attributes.id}`,
    },
  };
}
