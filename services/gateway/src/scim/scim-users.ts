import { randomUUID } from 'node:crypto';
import { nameSchema, personEmailSchema } from '@lectern/contracts';
import { sql } from 'kysely';
import { z } from 'zod';
import { toDomain } from '../auth/sso/sign-in-settings.ts';
import type { CountedQuota } from '../database/counted-quota.ts';
import type { Database } from '../database/tables.ts';
import { assertOwnerLeft } from '../members/membership-changes.ts';
import { ScimError } from './scim-error.ts';
import { booleanSchema } from './scim-requests.ts';
import {
  createScimResources,
  type ScimResource,
  type ScimResources,
  taken,
} from './scim-resources.ts';

const textSchema = z.string().max(200);
const profileSchema = z.object({
  displayName: textSchema.nullish(),
  name: z
    .object({
      formatted: textSchema.nullish(),
      givenName: textSchema.nullish(),
      familyName: textSchema.nullish(),
    })
    .nullish(),
  emails: z
    .array(
      z.object({
        value: personEmailSchema,
        type: textSchema.nullish(),
        primary: booleanSchema.optional(),
      }),
    )
    .max(20)
    .nullish(),
});
type Profile = z.output<typeof profileSchema>;

const userSchema = profileSchema.extend({
  userName: z.string().trim().min(1).max(200),
  externalId: textSchema.nullish(),
  active: booleanSchema.default(true),
});
export const userAttributes = Object.keys(userSchema.shape);

export interface ScimUser extends Profile, ScimResource {
  readonly userName: string;
  readonly active: boolean;
}

/**
 * Members of an organisation as SCIM users. Disabled members are inactive users. A new one has the
 * role `member`, with an account if there is none of this address.
 */
export function createScimUsers(
  database: Database,
  quota: Pick<CountedQuota, 'assertRoom'>,
): ScimResources<ScimUser> {
  return createScimResources(database, {
    name: 'Users',
    schema: userSchema,
    quota,
    takenDetail: 'This email address or id is in use.',
    comparisons,
    toResource: toUser,
    size: sql`1`,
    select: (organisationId) => sql<UserRow>`
      select "user".id, "user".email, "user".name, member."externalId", member."userName",
        member.disabled, member.profile, member."createdAt", member."updatedAt"
      from auth.member as member join auth."user" as "user" on "user".id = member."userId"
      where member."organizationId" = ${organisationId}`,

    async insert(transaction, organisationId, user) {
      await assertNotTaken(transaction, { organisationId }, user);
      const userId = await findOrAddAccount(transaction, organisationId, user);
      await transaction
        .insertInto('member')
        .values({
          id: randomUUID(),
          organizationId: organisationId,
          userId,
          role: 'member',
          createdAt: sql`now()`,
          ...toColumns(user),
        })
        .execute();
      return userId;
    },

    async update(transaction, { organisationId, id, before }, user) {
      await assertNotTaken(transaction, { organisationId, id }, user);
      if (before.active && !user.active) await assertOwnerLeft(transaction, id, organisationId);
      await transaction
        .updateTable('member')
        .set({ ...toColumns(user), updatedAt: sql`now()` })
        .where('userId', '=', id)
        .where('organizationId', '=', organisationId)
        .execute();
      await changeAccount(transaction, { organisationId, id }, user);
    },
  });
}

const comparesAddress = (value: string) => sql<boolean>`lower(email) = lower(${value})`;

const comparisons = new Map(
  Object.entries({
    id: (value: string) => sql<boolean>`id = ${value}`,
    username: (value: string) => sql<boolean>`lower(coalesce("userName", email)) = lower(${value})`,
    externalid: (value: string) => sql<boolean>`"externalId" = ${value}`,
    active: (value: string) => sql<boolean>`disabled = (lower(${value}) = 'false')`,
    displayname: (value: string) => sql<boolean>`lower(name) = lower(${value})`,
    emails: comparesAddress,
    'emails.value': comparesAddress,
  }),
);

type NewUser = z.output<typeof userSchema>;

async function assertNotTaken(
  transaction: Database,
  { organisationId, id = '' }: { readonly organisationId: string; readonly id?: string },
  { userName, externalId }: NewUser,
): Promise<void> {
  const other = await transaction
    .selectFrom('member')
    .innerJoin('user', 'user.id', 'member.userId')
    .select('user.id')
    .where('member.organizationId', '=', organisationId)
    .where('user.id', '<>', id)
    .where(
      sql<boolean>`(lower(coalesce(member."userName", "user".email)) = lower(${userName})
        or member."externalId" = ${externalId ?? null})`,
    )
    .executeTakeFirst();
  if (other) throw taken('A user with this userName or externalId exists.');
}

/**
 * Returns the account of the address. An account that another organisation or a person made is not
 * taken over: its owner must accept an invitation first.
 */
async function findOrAddAccount(
  transaction: Database,
  organisationId: string,
  user: NewUser,
): Promise<string> {
  const email = findAddress(user);
  await assertNotClaimed(transaction, organisationId, email);
  const known = await transaction
    .selectFrom('user')
    .select(['id', 'provisionedBy'])
    .where(sql`lower(email)`, '=', email)
    .executeTakeFirst();
  if (known) {
    const member = await transaction
      .selectFrom('member')
      .select('id')
      .where('userId', '=', known.id)
      .where('organizationId', '=', organisationId)
      .executeTakeFirst();
    if (member) throw taken('A user with this email address exists.');
    if (known.provisionedBy === organisationId) return known.id;
    throw taken(
      'This email address has an account already. Invite the person to the organisation.',
    );
  }
  const id = randomUUID();
  await transaction
    .insertInto('user')
    .values({
      id,
      email,
      name: findName(user, email),
      emailVerified: false,
      provisionedBy: organisationId,
    })
    .execute();
  return id;
}

/** Changes name and address of an account that the organisation made and that is in no other one. */
async function changeAccount(
  transaction: Database,
  { organisationId, id }: { readonly organisationId: string; readonly id: string },
  user: NewUser,
): Promise<void> {
  const email = findAddress(user);
  const account = await transaction
    .selectFrom('user')
    .select('email')
    .where('id', '=', id)
    .where('provisionedBy', '=', organisationId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('member')
            .select('id')
            .whereRef('member.userId', '=', 'user.id')
            .where('organizationId', '<>', organisationId),
        ),
      ),
    )
    .executeTakeFirst();
  if (!account) return;
  // A guest whose domain another organisation has can still be disabled.
  if (email !== account.email) await assertNotClaimed(transaction, organisationId, email);
  await transaction
    .updateTable('user')
    .set({ email, name: findName(user, email), updatedAt: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/** Only the organisation that has verified a domain makes accounts with its addresses. */
async function assertNotClaimed(
  transaction: Database,
  organisationId: string,
  email: string,
): Promise<void> {
  const claimed = await transaction
    .selectFrom('sign_in_domains')
    .select('domain')
    .where('domain', '=', toDomain(email))
    .where('verified_at', 'is not', null)
    .where('organisation_id', '<>', organisationId)
    .executeTakeFirst();
  if (claimed) throw taken('The domain of this address belongs to another organisation.');
}

function findAddress({ emails, userName }: NewUser): string {
  const email = emails?.find(({ primary }) => primary)?.value ?? emails?.[0]?.value;
  const { success, data } = personEmailSchema.safeParse(email ?? userName);
  if (success) return data;
  throw new ScimError(400, 'emails: an address is required.', 'invalidValue');
}

function findName({ displayName, name }: NewUser, email: string): string {
  const parts = [name?.givenName, name?.familyName].filter(Boolean).join(' ');
  const { success, data } = nameSchema(200).safeParse(displayName || name?.formatted || parts);
  return success ? data : email;
}

function toColumns({ userName, externalId, active, displayName, name, emails }: NewUser) {
  return {
    userName,
    externalId: externalId ?? null,
    profile: JSON.stringify({ displayName, name, emails }),
    disabled: !active,
  };
}

interface UserRow {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly externalId: string | null;
  readonly userName: string | null;
  readonly disabled: boolean;
  readonly profile: unknown;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A member that nobody has provisioned is shown with name and address of the account. */
function toUser(row: UserRow): ScimUser {
  const { profile, email, name } = row;
  return {
    ...(profile === null
      ? { displayName: name, emails: [{ value: email, type: 'work', primary: true }] }
      : profileSchema.parse(profile)),
    id: row.id,
    externalId: row.externalId ?? undefined,
    userName: row.userName ?? email,
    active: !row.disabled,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}
