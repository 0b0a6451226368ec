import { randomUUID } from 'node:crypto';
import { nameSchema } from '@lectern/contracts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { CountedQuota } from '../database/counted-quota.ts';
import type { Database } from '../database/tables.ts';
import { ScimError } from './scim-error.ts';
import {
  createScimResources,
  type ScimResource,
  type ScimResources,
  toScimBody,
} from './scim-resources.ts';

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

export interface ScimGroup extends ScimResource {
  readonly displayName: string;
  readonly members: readonly { readonly value: string; readonly display: string }[];
}

const membersOfTeam = sql`coalesce((
  select jsonb_agg(jsonb_build_object('value', person.id, 'display', person.name) order by person.id)
  from auth."teamMember" as joined
  join auth.member as member
    on member."userId" = joined."userId" and member."organizationId" = team."organizationId"
  join auth."user" as person on person.id = joined."userId"
  where joined."teamId" = team.id), '[]')`;

/** Teams of an organisation as SCIM groups. */
export function createScimGroups(
  database: Database,
  quota: Pick<CountedQuota, 'assertRoom'>,
): ScimResources<ScimGroup> {
  return createScimResources<typeof groupSchema, GroupRow, ScimGroup>(database, {
    name: 'Groups',
    schema: groupSchema,
    quota,
    takenDetail: 'A group with this name or externalId exists.',
    comparisons,
    toResource: ({ externalId, updatedAt, ...group }) => ({
      ...group,
      externalId: externalId ?? undefined,
      updatedAt: updatedAt ?? group.createdAt,
    }),
    size: sql`(select count(*)::int from auth."teamMember" where "teamId" = resource.id)`,
    select: (organisationId) => sql<GroupRow>`
      select id, name as "displayName", "externalId", "createdAt", "updatedAt",
        ${membersOfTeam} as members
      from auth.team as team where "organizationId" = ${organisationId}`,

    async insert(transaction, organisationId, group) {
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
      await setMembers(transaction, { organisationId, id }, group);
      return id;
    },

    async update(transaction, { organisationId, id }, group) {
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
    },
  });
}

interface GroupRow extends Pick<ScimGroup, 'id' | 'displayName' | 'members' | 'createdAt'> {
  readonly externalId: string | null;
  readonly updatedAt: Date | null;
}

const comparesMember = (value: string) => sql<boolean>`${value} = any (
  select "userId" from auth."teamMember" where "teamId" = resource.id)`;

const comparisons = new Map(
  Object.entries({
    id: (value: string) => sql<boolean>`id = ${value}`,
    displayname: (value: string) => sql<boolean>`"displayName" = ${value}`,
    externalid: (value: string) => sql<boolean>`"externalId" = ${value}`,
    members: comparesMember,
    'members.value': comparesMember,
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

export function toGroupBody(group: ScimGroup, base: string) {
  const members = group.members.map((one) => ({ ...one, $ref: `${base}/Users/${one.value}` }));
  return toScimBody({ ...group, members }, 'Group', base);
}
