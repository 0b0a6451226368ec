import { randomUUID } from 'node:crypto';
import type { ScimToken } from '@lectern/contracts';
import { invalidField } from '@lectern/service';
import { sql } from 'kysely';
import { createLinkToken, hashLinkToken } from '../auth/one-time-links/link-token.ts';
import type { Database } from '../database/tables.ts';
import { lockOrganisation } from '../members/membership-changes.ts';

const prefix = 'lcs_';
/** Two tokens are enough for a rotation; more are for several identity providers. */
const maxTokens = 10;

/** The identity provider of one organisation. */
export interface ScimCaller {
  readonly tokenId: string;
  readonly organisationId: string;
}

/** Bearer tokens of identity providers, of which only hashes are stored. */
export interface ScimTokens {
  list(organisationId: string): Promise<readonly ScimToken[]>;
  /** @throws AppError `invalid_request` when the organisation has ten tokens. */
  add(
    organisationId: string,
    userId: string,
    name: string,
  ): Promise<ScimToken & { readonly token: string }>;
  /** Returns the name of the removed token; undefined if the organisation has no such token. */
  remove(id: string, organisationId: string): Promise<string | undefined>;
  /** Returns the organisation of an active token, and records its use to the minute. */
  find(token: string): Promise<ScimCaller | undefined>;
}

export function createScimTokens(database: Database): ScimTokens {
  const columns = ['id', 'name', 'created_at', 'last_used_at'] as const;
  /** A token has the rights of the owner who made it, as an API key has. */
  const isActive = sql<boolean>`exists (
    select from auth.principals as maker
    where maker.user_id = scim_tokens.made_by
      and maker.organisation_id = scim_tokens.organisation_id
      and maker.role = 'owner' and not maker.disabled)`;
  return {
    async list(organisationId) {
      const rows = await database
        .selectFrom('scim_tokens')
        .select([...columns, isActive.as('active')])
        .where('organisation_id', '=', organisationId)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute();
      return rows.map(toToken);
    },

    add: (organisationId, userId, name) =>
      database.transaction().execute(async (transaction) => {
        await lockOrganisation(transaction, organisationId);
        const { used } = await transaction
          .selectFrom('scim_tokens')
          .select((expression) => expression.fn.countAll<string>().as('used'))
          .where('organisation_id', '=', organisationId)
          .executeTakeFirstOrThrow();
        if (Number(used) >= maxTokens) {
          const rule = { rule: 'max', limit: maxTokens } as const;
          throw invalidField('name', `at most ${maxTokens} tokens, revoke one first`, rule);
        }
        const token = prefix + createLinkToken();
        const row = await transaction
          .insertInto('scim_tokens')
          .values({
            id: randomUUID(),
            organisation_id: organisationId,
            name,
            token_hash: hashLinkToken(token),
            made_by: userId,
          })
          .returning(columns)
          .executeTakeFirstOrThrow();
        return { ...toToken({ ...row, active: true }), token };
      }),

    async remove(id, organisationId) {
      const row = await database
        .deleteFrom('scim_tokens')
        .where('id', '=', id)
        .where('organisation_id', '=', organisationId)
        .returning('name')
        .executeTakeFirst();
      return row?.name;
    },

    async find(token) {
      if (!token.startsWith(prefix)) return undefined;
      const tokenHash = hashLinkToken(token);
      const row = await database
        .with('used', (queries) =>
          queries
            .updateTable('scim_tokens')
            .set({ last_used_at: sql`now()` })
            .where('token_hash', '=', tokenHash)
            .where(isActive)
            .where(
              sql<boolean>`(last_used_at is null or last_used_at < now() - interval '1 minute')`,
            ),
        )
        .selectFrom('scim_tokens')
        .select(['id', 'organisation_id'])
        .where('token_hash', '=', tokenHash)
        .where(isActive)
        .executeTakeFirst();
      return row && { tokenId: row.id, organisationId: row.organisation_id };
    },
  };
}

function toToken(row: {
  readonly id: string;
  readonly name: string;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
  readonly active: boolean;
}): ScimToken {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
  };
}
