import { randomUUID } from 'node:crypto';
import { nameSchema, personEmailSchema } from '@lectern/contracts';
import { isUniqueViolation } from '@lectern/service';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { toDomain } from '../auth/sso/sign-in-settings.ts';
import type { CountedQuota } from '../database/counted-quota.ts';
import type { Database } from '../database/tables.ts';
import { assertOwnerLeft } from '../members/membership-changes.ts';
import { ScimError, throwNotFound } from './scim-error.ts';
import { badFilter, booleanSchema, type ListRequest, readAs, schemaIds } from './scim-requests.ts';
import { lockOrganisation } from './scim-tokens.ts';

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

export interface ScimUser extends Profile {
  readonly id: string;
  readonly externalId: string | undefined;
  readonly userName: string;
  readonly active: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Members of an organisation as SCIM users. Disabled members are inactive users. */
export interface ScimUsers {
  find(id: string, organisationId: string): Promise<ScimUser>;
  list(
    organisationId: string,
    request: ListRequest,
  ): Promise<{ readonly items: readonly ScimUser[]; readonly total: number }>;
  /** Adds a member with the role `member`, with an account if there is none of this address. */
  add(organisationId: string, body: unknown): Promise<ScimUser>;
  /**
   * Replaces the user by `change` of the present one, and returns both.
   *
   * @throws AppError `last_owner` when no enabled owner would be left.
   */
  change(
    id: string,
    organisationId: string,
    change: (before: ScimUser) => unknown,
  ): Promise<{ readonly before: ScimUser; readonly after: ScimUser }>;
}

export function createScimUsers(
  database: Database,
  membersQuota: Pick<CountedQuota, 'assertRoom'>,
): ScimUsers {
  const select = (queries: Database, organisationId: string) =>
    queries
      .selectFrom('member')
      .innerJoin('user', 'user.id', 'member.userId')
      .select(['user.id', 'user.email', 'user.name', 'member.externalId', 'member.userName'])
      .select(['member.disabled', 'member.profile', 'member.createdAt', 'member.updatedAt'])
      .where('member.organizationId', '=', organisationId);

  const get = async (queries: Database, id: string, organisationId: string) => {
    const row = await select(queries, organisationId).where('user.id', '=', id).executeTakeFirst();
    return row ? toUser(row) : throwNotFound();
  };

  return {
    find: (id, organisationId) => get(database, id, organisationId),

    async list(organisationId, { conditions, offset, limit }) {
      const where = conditions.map(({ attribute, value }) => {
        const compare = comparisons.get(attribute);
        if (!compare) throw badFilter(`Users cannot be filtered by ${attribute}.`);
        return compare(String(value));
      });
      const matching = where.reduce(
        (query, condition) => query.where(condition),
        select(database, organisationId),
      );
      const rows = await matching
        .orderBy('member.createdAt')
        .orderBy('user.id')
        .offset(offset)
        .limit(limit)
        .execute();
      const { total } = await matching
        .clearSelect()
        .select((expression) => expression.fn.countAll<string>().as('total'))
        .executeTakeFirstOrThrow();
      return { items: rows.map(toUser), total: Number(total) };
    },

    add: (organisationId, body) =>
      onTakenAddress(() =>
        database.transaction().execute(async (transaction) => {
          const user = readAs(userSchema, body);
          await lockOrganisation(transaction, organisationId);
          await assertNotTaken(transaction, { organisationId }, user);
          const userId = await findOrAddAccount(transaction, organisationId, user);
          const { externalId, userName, active } = user;
          await transaction
            .insertInto('member')
            .values({
              id: randomUUID(),
              organizationId: organisationId,
              userId,
              role: 'member',
              createdAt: sql`now()`,
              disabled: !active,
              userName,
              externalId: externalId ?? null,
              profile: toProfile(user),
            })
            .execute();
          await membersQuota.assertRoom(transaction, organisationId);
          return get(transaction, userId, organisationId);
        }),
      ),

    change: (id, organisationId, change) =>
      onTakenAddress(() =>
        database.transaction().execute(async (transaction) => {
          await lockOrganisation(transaction, organisationId);
          const before = await get(transaction, id, organisationId);
          const user = readAs(userSchema, change(before));
          await assertNotTaken(transaction, { organisationId, id }, user);
          if (before.active && !user.active) {
            await assertOwnerLeft(transaction, id, organisationId);
          }
          await transaction
            .updateTable('member')
            .set({
              userName: user.userName,
              externalId: user.externalId ?? null,
              profile: toProfile(user),
              disabled: !user.active,
              updatedAt: sql`now()`,
            })
            .where('userId', '=', id)
            .where('organizationId', '=', organisationId)
            .execute();
          await changeAccount(transaction, { organisationId, id }, user);
          return { before, after: await get(transaction, id, organisationId) };
        }),
      ),
  };
}

const comparesAddress = (value: unknown) => sql<boolean>`lower("user".email) = lower(${value})`;

/** Conditions by attribute. */
const comparisons = new Map<string, (value: unknown) => RawBuilder<boolean>>(
  Object.entries({
    id: (value: unknown) => sql`"user".id = ${value}`,
    username: (value: unknown) =>
      sql`lower(coalesce(member."userName", "user".email)) = lower(${value})`,
    externalid: (value: unknown) => sql`member."externalId" = ${value}`,
    active: (value: unknown) => sql`member.disabled = (lower(${value}) = 'false')`,
    displayname: (value: unknown) => sql`lower("user".name) = lower(${value})`,
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

async function onTakenAddress<Result>(work: () => Promise<Result>): Promise<Result> {
  return work().catch((error: unknown) => {
    if (isUniqueViolation(error)) throw taken('This email address or id is in use.');
    throw error;
  });
}

function taken(detail: string): ScimError {
  return new ScimError(409, detail, 'uniqueness');
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

function toProfile({ displayName, name, emails }: NewUser): string {
  return JSON.stringify({ displayName, name, emails });
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

export function toUserResource(user: ScimUser, base: string) {
  const { createdAt, updatedAt, ...attributes } = user;
  return {
    schemas: [schemaIds.user],
    ...attributes,
    meta: {
      resourceType: 'User',
      created: createdAt.toISOString(),
      lastModified: updatedAt.toISOString(),
      location: `${base}/Users/${user.id}`,
    },
  };
}
