import { randomUUID } from 'node:crypto';
import {
  AppError,
  type Invitation,
  type PageQuery,
  type ReadInvitation,
  type Role,
} from '@lectern/contracts';
import { cursorNumberSchema, cursorTextSchema } from '@lectern/service';
import { sql } from 'kysely';
import { createLinkToken, hashLinkToken } from '../auth/one-time-links/link-token.ts';
import { type CountedQuota, createCountedQuota } from '../database/counted-quota.ts';
import { listPage, type Page } from '../database/list-page.ts';
import type { Database } from '../database/tables.ts';

export interface NewInvitation {
  readonly organisationId: string;
  readonly email: string;
  readonly role: Role;
  readonly invitedBy: string;
}

/** Invitations to an organisation. Their tokens are stored as hashes and expire after seven days. */
export interface Invitations {
  readonly quota: CountedQuota;
  /**
   * Creates an invitation and invalidates an earlier one for the same email address.
   *
   * @throws AppError `already_member`, `quota_exceeded`.
   */
  add(invitation: NewInvitation): Promise<Invitation & { readonly token: string }>;
  /** Returns the open invitations of an organisation, newest first. */
  list(organisationId: string, page: PageQuery): Promise<Page<Invitation>>;
  find(id: string, organisationId: string): Promise<Invitation | undefined>;
  remove(id: string, organisationId: string): Promise<boolean>;
  /** Returns an open invitation as the invited person may see it. */
  read(token: string): Promise<ReadInvitation | undefined>;
  /** Returns the email address of an open invitation. */
  findEmail(token: string): Promise<string | undefined>;
  /** Makes the person a member and deletes the invitation; undefined if it is no longer open. */
  accept(
    token: string,
    userId: string,
  ): Promise<{ readonly organisationId: string; readonly role: Role } | undefined>;
}

const lifetimeDays = 7;

/** Stores invitations in better-auth's table, with the hash of a token. Accepted ones are deleted. */
export function createInvitations(database: Database, maxMembers: number): Invitations {
  const quota = createCountedQuota(database, {
    quota: 'members',
    rule: `The organisation may have ${maxMembers} members and open invitations.`,
    count: async (queries, organisationId) => {
      const { rows } = await sql<{ used: number }>`
        select (select count(*) from auth.member where "organizationId" = ${organisationId})::int
          + (select count(*) from auth.invitation
             where "organizationId" = ${organisationId} and "expiresAt" > now())::int as used`.execute(
        queries,
      );
      return rows[0]?.used ?? 0;
    },
    limit: maxMembers,
  });
  const selectOpen = (organisationId: string) =>
    database
      .selectFrom('invitation')
      .select(columns)
      .select(createdMicros)
      .where('token_hash', 'is not', null)
      .where('expiresAt', '>', sql<Date>`now()`)
      .where('organizationId', '=', organisationId);
  return {
    quota,

    add: ({ organisationId, email, role, invitedBy }) =>
      database.transaction().execute(async (transaction) => {
        // Concurrent calls would not invalidate each other's invitations.
        await transaction
          .selectFrom('organization')
          .select('id')
          .where('id', '=', organisationId)
          .forNoKeyUpdate()
          .execute();
        const known = await transaction
          .selectFrom('member')
          .innerJoin('user', 'user.id', 'member.userId')
          .select('user.id')
          .where('member.organizationId', '=', organisationId)
          .where(sql`lower("user".email)`, '=', email)
          .executeTakeFirst();
        if (known) throw new AppError('already_member');
        await transaction
          .deleteFrom('invitation')
          .where(({ or, and, eb }) =>
            or([
              eb('expiresAt', '<', sql<Date>`now()`),
              and([eb('organizationId', '=', organisationId), eb('email', '=', email)]),
            ]),
          )
          .execute();
        const token = createLinkToken();
        const row = await transaction
          .insertInto('invitation')
          .values({
            id: randomUUID(),
            organizationId: organisationId,
            email,
            role,
            status: 'pending',
            expiresAt: sql`now() + make_interval(days => ${lifetimeDays}::int)`,
            inviterId: invitedBy,
            token_hash: hashLinkToken(token),
          })
          .returning(columns)
          .executeTakeFirstOrThrow();
        await quota.assertRoom(transaction, organisationId);
        return { ...toInvitation(row), token };
      }),

    async list(organisationId, page) {
      const { items, nextCursor } = await listPage(
        database,
        {
          query: selectOpen(organisationId),
          order: { created_us: cursorNumberSchema, id: cursorTextSchema },
          descending: true,
        },
        page,
      );
      return { items: items.map(toInvitation), nextCursor };
    },

    async find(id, organisationId) {
      const row = await selectOpen(organisationId).where('id', '=', id).executeTakeFirst();
      return row && toInvitation(row);
    },

    async remove(id, organisationId) {
      const { numDeletedRows } = await database
        .deleteFrom('invitation')
        .where('id', '=', id)
        .where('organizationId', '=', organisationId)
        .executeTakeFirst();
      return numDeletedRows === 1n;
    },

    async read(token) {
      const row = await database
        .selectFrom('invitation')
        .innerJoin('organization', 'organization.id', 'invitation.organizationId')
        .innerJoin('user as inviter', 'inviter.id', 'invitation.inviterId')
        .leftJoin('user as invited', (join) =>
          join.on(sql<boolean>`lower(invited.email) = invitation.email`),
        )
        .select(['invitation.email', 'invitation.role', 'invitation.expiresAt'])
        .select(['organization.name as organisation', 'inviter.name as invited_by', 'invited.id'])
        .where('token_hash', '=', hashLinkToken(token))
        .where(isValid)
        .executeTakeFirst();
      if (!row) return undefined;
      const { id, expiresAt, ...invitation } = row;
      return { ...invitation, has_account: id !== null, expires_at: expiresAt.toISOString() };
    },

    async findEmail(token) {
      const row = await database
        .selectFrom('invitation')
        .select('email')
        .where('token_hash', '=', hashLinkToken(token))
        .where(isValid)
        .executeTakeFirst();
      return row?.email;
    },

    accept: (token, userId) =>
      database.transaction().execute(async (transaction) => {
        const row = await transaction
          .deleteFrom('invitation')
          .where('token_hash', '=', hashLinkToken(token))
          .where(isValid)
          .returning(['organizationId', 'role'])
          .executeTakeFirst();
        if (!row) return undefined;
        await transaction
          .insertInto('member')
          .values({
            id: randomUUID(),
            organizationId: row.organizationId,
            userId,
            role: row.role,
            createdAt: sql`now()`,
          })
          .onConflict((conflict) => conflict.columns(['userId', 'organizationId']).doNothing())
          .execute();
        return { organisationId: row.organizationId, role: row.role };
      }),
  };
}

/** Not expired, and its maker could still create it. */
const isValid = sql<boolean>`
  (invitation."expiresAt" > now()
    and auth.may_manage(invitation."inviterId", invitation."organizationId", invitation.role))`;

const columns = ['id', 'email', 'role', 'inviterId', 'createdAt', 'expiresAt'] as const;
const createdMicros = sql<string>`(extract(epoch from "createdAt") * 1000000)::bigint`.as(
  'created_us',
);

interface InvitationRow {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly inviterId: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

function toInvitation({ id, email, role, inviterId, createdAt, expiresAt }: InvitationRow) {
  return {
    id,
    email,
    role,
    invited_by: inviterId,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
  } satisfies Invitation;
}
