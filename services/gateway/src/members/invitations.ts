import { randomUUID } from 'node:crypto';
import { AppError, type Invitation, type PageQuery, type Role } from '@lectern/contracts';
import { cursorNumberSchema, cursorTextSchema } from '@lectern/service';
import type { Pool } from 'pg';
import { createLinkToken, hashLinkToken } from '../auth/one-time-links/link-token.ts';
import { type CountedQuota, createCountedQuota } from '../database/counted-quota.ts';
import { inTransaction } from '../database/in-transaction.ts';
import { listPage, type Page } from '../database/list-page.ts';

export interface NewInvitation {
  readonly organisationId: string;
  readonly email: string;
  readonly role: Role;
  readonly invitedBy: string;
}

/** Invitations into an organisation. Their tokens are kept hashed and live seven days. */
export interface Invitations {
  /** Of members, who each begin as one, and open invitations together. */
  readonly quota: Pick<CountedQuota, 'loadUse'>;
  /**
   * Makes an invitation; an earlier one of the same address stops working.
   *
   * @throws AppError `already_member`, `quota_exceeded`.
   */
  add(invitation: NewInvitation): Promise<Invitation & { readonly token: string }>;
  /** The open ones of an organisation, newest first. */
  list(organisationId: string, page: PageQuery): Promise<Page<Invitation>>;
  find(id: string, organisationId: string): Promise<Invitation | undefined>;
  remove(id: string, organisationId: string): Promise<boolean>;
  /** The address that an open invitation is for. */
  findEmail(token: string): Promise<string | undefined>;
  /** Uses the invitation up and makes the person a member; undefined when it is not open any more. */
  accept(
    token: string,
    userId: string,
  ): Promise<{ readonly organisationId: string; readonly role: Role } | undefined>;
}

const lifetimeDays = 7;

/** Invitations in better-auth's table, with a hashed token beside. Used ones are deleted. */
export function createInvitations(pool: Pool, maxMembers: number): Invitations {
  const quota = createCountedQuota(pool, {
    quota: 'members',
    rule: `The organisation may have ${maxMembers} members and open invitations.`,
    sql: `select (select count(*) from auth.member where "organizationId" = $1)::int
            + (select count(*) from auth.invitation
               where "organizationId" = $1 and "expiresAt" > now())::int as used`,
    limit: maxMembers,
  });
  return {
    quota,

    add: ({ organisationId, email, role, invitedBy }) =>
      inTransaction(pool, async (client) => {
        // One after another, or neither would see that the other one is to stop working.
        await client.query('select 1 from auth.organization where id = $1 for no key update', [
          organisationId,
        ]);
        const known = await client.query(
          `select 1 from auth.member as member join auth."user" as person on person.id = member."userId"
           where member."organizationId" = $1 and lower(person.email) = $2`,
          [organisationId, email],
        );
        if (known.rowCount !== 0) throw new AppError('already_member');
        await client.query(
          `delete from auth.invitation
           where "expiresAt" < now() or ("organizationId" = $1 and email = $2)`,
          [organisationId, email],
        );
        const token = createLinkToken();
        const { rows } = await client.query<InvitationRow>(
          `insert into auth.invitation
             (id, "organizationId", email, role, status, "expiresAt", "inviterId", token_hash)
           values ($1, $2, $3, $4, 'pending', now() + make_interval(days => $5), $6, $7)
           returning ${columns}`,
          [
            randomUUID(),
            organisationId,
            email,
            role,
            lifetimeDays,
            invitedBy,
            hashLinkToken(token),
          ],
        );
        await quota.assertRoom(client, organisationId);
        return { ...toInvitation(rows[0] as InvitationRow), token };
      }),

    async list(organisationId, page) {
      const { items, nextCursor } = await listPage<InvitationRow>(
        pool,
        {
          sql: `${selectOpen} and "organizationId" = $1`,
          values: [organisationId],
          order: { created_us: cursorNumberSchema, id: cursorTextSchema },
          descending: true,
        },
        page,
      );
      return { items: items.map(toInvitation), nextCursor };
    },

    async find(id, organisationId) {
      const { rows } = await pool.query<InvitationRow>(
        `${selectOpen} and "organizationId" = $1 and id = $2`,
        [organisationId, id],
      );
      return rows[0] && toInvitation(rows[0]);
    },

    async remove(id, organisationId) {
      const { rowCount } = await pool.query(
        'delete from auth.invitation where id = $1 and "organizationId" = $2',
        [id, organisationId],
      );
      return rowCount === 1;
    },

    async findEmail(token) {
      const { rows } = await pool.query<{ email: string }>(
        `select email from auth.invitation where token_hash = $1 and ${isGood}`,
        [hashLinkToken(token)],
      );
      return rows[0]?.email;
    },

    async accept(token, userId) {
      const { rows } = await pool.query<{ organisation_id: string; role: Role }>(
        `with taken as (
           delete from auth.invitation where token_hash = $1 and ${isGood}
           returning "organizationId" as organisation_id, role
         ), joined as (
           insert into auth.member (id, "organizationId", "userId", role, "createdAt")
           select $2, organisation_id, $3, role, now() from taken
           on conflict ("userId", "organizationId") do nothing
         )
         select organisation_id, role from taken`,
        [hashLinkToken(token), randomUUID(), userId],
      );
      const row = rows[0];
      return row && { organisationId: row.organisation_id, role: row.role };
    },
  };
}

/** Not expired, and its maker could make it again. */
const isGood = `"expiresAt" > now() and auth.may_manage("inviterId", "organizationId", role)`;

const columns = `
  id, email, role, "inviterId" as invited_by, "createdAt" as created_at,
  "expiresAt" as expires_at, (extract(epoch from "createdAt") * 1000000)::bigint as created_us`;

const selectOpen = `
  select ${columns} from auth.invitation where token_hash is not null and "expiresAt" > now()`;

interface InvitationRow extends Omit<Invitation, 'created_at' | 'expires_at'> {
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly created_us: string;
}

function toInvitation({ created_us: _, ...row }: InvitationRow): Invitation {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  };
}
