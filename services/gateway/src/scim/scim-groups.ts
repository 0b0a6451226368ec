import { randomUUID } from 'node:crypto';
import { nameSchema } from '@lectern/contracts';
import { isUniqueViolation } from '@lectern/service';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { CountedQuota } from '../database/counted-quota.ts';
import type { Database } from '../database/tables.ts';
import { ScimError, throwNotFound } from './scim-error.ts';
import { badFilter, type ListRequest, readAs, schemaIds } from './scim-requests.ts';
import { lockOrganisation } from './scim-tokens.ts';

const groupSchema = z.object({
  displayName: nameSchema(100),
  externalId: z.string().max(200).nullish(),
  members: z
    .array(z.object({ value: z.string().max(200) }))
    .max(10_000)
    .default([]),
});
export const groupAttributes = Object.keys(groupSchema.shape);
type NewGroup = z.output<typeof groupSchema>;

export interface ScimGroup {
  readonly id: string;
  readonly externalId: string | undefined;
  readonly displayName: string;
  readonly members: readonly { readonly value: string; readonly display: string }[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Teams of an organisation as SCIM groups. */
export interface ScimGroups {
  find(id: string, organisationId: string): Promise<ScimGroup>;
  list(
    organisationId: string,
    request: ListRequest,
  ): Promise<{ readonly items: readonly ScimGroup[]; readonly total: number }>;
  add(organisationId: string, body: unknown): Promise<ScimGroup>;
  /** Replaces the group by `change` of the present one, and returns both. */
  change(
    id: string,
    organisationId: string,
    change: (before: ScimGroup) => unknown,
  ): Promise<{ readonly before: ScimGroup; readonly after: ScimGroup }>;
}

const membersOfTeam = sql<ScimGroup['members']>`coalesce((
  select jsonb_agg(jsonb_build_object('value', person.id, 'display', person.name) order by person.id)
  from auth."teamMember" as joined
  join auth.member as member
    on member."userId" = joined."userId" and member."organizationId" = team."organizationId"
  join auth."user" as person on person.id = joined."userId"
  where joined."teamId" = team.id), '[]')`;

export function createScimGroups(
  database: Database,
  teamsQuota: Pick<CountedQuota, 'assertRoom'>,
): ScimGroups {
  const select = (queries: Database, organisationId: string) =>
    queries
      .selectFrom('team')
      .select(['team.id', 'team.name', 'team.externalId', 'team.createdAt', 'team.updatedAt'])
      .select(membersOfTeam.as('members'))
      .where('team.organizationId', '=', organisationId);

  const get = async (queries: Database, id: string, organisationId: string) => {
    const row = await select(queries, organisationId).where('team.id', '=', id).executeTakeFirst();
    return row ? toGroup(row) : throwNotFound();
  };

  return {
    find: (id, organisationId) => get(database, id, organisationId),

    async list(organisationId, { conditions, offset, limit }) {
      const where = conditions.map(({ attribute, value }) => {
        const column = comparisons.get(attribute);
        if (!column) throw badFilter(`Groups cannot be filtered by ${attribute}.`);
        return sql<boolean>`${String(value)} = ${column}`;
      });
      const matching = where.reduce(
        (query, condition) => query.where(condition),
        select(database, organisationId),
      );
      const rows = await matching
        .orderBy('team.createdAt')
        .orderBy('team.id')
        .offset(offset)
        .limit(limit)
        .execute();
      const { total } = await matching
        .clearSelect()
        .select((expression) => expression.fn.countAll<string>().as('total'))
        .executeTakeFirstOrThrow();
      return { items: rows.map(toGroup), total: Number(total) };
    },

    add: (organisationId, body) =>
      onTakenName(() =>
        database.transaction().execute(async (transaction) => {
          const group = readAs(groupSchema, body);
          await lockOrganisation(transaction, organisationId);
          const { id } = await transaction
            .insertInto('team')
            .values({
              id: randomUUID(),
              name: group.displayName,
              externalId: group.externalId ?? null,
              organizationId: organisationId,
              createdAt: sql`now()`,
            })
            .returning('id')
            .executeTakeFirstOrThrow();
          await teamsQuota.assertRoom(transaction, organisationId);
          await setMembers(transaction, { organisationId, id }, group);
          return get(transaction, id, organisationId);
        }),
      ),

    change: (id, organisationId, change) =>
      onTakenName(() =>
        database.transaction().execute(async (transaction) => {
          await lockOrganisation(transaction, organisationId);
          const before = await get(transaction, id, organisationId);
          const group = readAs(groupSchema, change(before));
          await transaction
            .updateTable('team')
            .set({
              name: group.displayName,
              externalId: group.externalId ?? null,
              updatedAt: sql`now()`,
            })
            .where('id', '=', id)
            .execute();
          await setMembers(transaction, { organisationId, id }, group);
          return { before, after: await get(transaction, id, organisationId) };
        }),
      ),
  };
}

const comparisons = new Map<string, RawBuilder<unknown>>(
  Object.entries({
    id: sql`team.id`,
    displayname: sql`team.name`,
    externalid: sql`team."externalId"`,
    members: sql`any (select "userId" from auth."teamMember" where "teamId" = team.id)`,
    'members.value': sql`any (select "userId" from auth."teamMember" where "teamId" = team.id)`,
  }),
);

async function setMembers(
  transaction: Database,
  { organisationId, id }: { readonly organisationId: string; readonly id: string },
  { members }: NewGroup,
): Promise<void> {
  const ids = [...new Set(members.map(({ value }) => value))];
  // The lock keeps memberships until the rows that need them exist.
  const { rows } = await sql<{ userId: string }>`
    select "userId" from auth.member
    where "organizationId" = ${organisationId} and "userId" = any (${ids}) for key share`.execute(
    transaction,
  );
  if (rows.length < ids.length) {
    throw new ScimError(400, 'members: not all are users of the organisation.', 'invalidValue');
  }
  await sql`
    delete from auth."teamMember"
    where "teamId" = ${id} and "userId" <> all (${ids})`.execute(transaction);
  await sql`
    insert into auth."teamMember" (id, "teamId", "userId", "createdAt")
    select gen_random_uuid()::text, ${id}, given.id, now() from unnest(${ids}::text[]) as given(id)
    on conflict ("teamId", "userId") do nothing`.execute(transaction);
}

async function onTakenName<Result>(work: () => Promise<Result>): Promise<Result> {
  return work().catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
    throw new ScimError(409, 'A group with this name or externalId exists.', 'uniqueness');
  });
}

function toGroup(row: {
  readonly id: string;
  readonly name: string;
  readonly externalId: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date | null;
  readonly members: ScimGroup['members'];
}): ScimGroup {
  const { id, name, externalId, createdAt, updatedAt, members } = row;
  return {
    id,
    externalId: externalId ?? undefined,
    displayName: name,
    members,
    createdAt,
    updatedAt: updatedAt ?? createdAt,
  };
}

export function toGroupResource(group: ScimGroup, base: string) {
  const { createdAt, updatedAt, members, ...attributes } = group;
  return {
    schemas: [schemaIds.group],
    ...attributes,
    members: members.map((one) => ({ ...one, $ref: `${base}/Users/${one.value}` })),
    meta: {
      resourceType: 'Group',
      created: createdAt.toISOString(),
      lastModified: updatedAt.toISOString(),
      location: `${base}/Groups/${group.id}`,
    },
  };
}
