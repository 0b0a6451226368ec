import { defaultKeyHasher } from '@better-auth/api-key';
import {
  type ApiKey,
  type PageQuery,
  type Role,
  type Scope,
  scopeSchema,
} from '@lectern/contracts';
import { cursorNumberSchema, cursorTextSchema } from '@lectern/service';
import type { Pool } from 'pg';
import { type CountedQuota, createCountedQuota } from '../../database/counted-quota.ts';
import { listPage, type Page } from '../../database/list-page.ts';
import type { Auth } from '../better-auth/create-auth.ts';

/** Whose key it is, as far as the owner is still an enabled member. */
export interface KeyOwner {
  readonly keyId: string;
  readonly userId: string;
  readonly organisationId: string;
  readonly role: Role;
  /** What the key was made for; the owner may meanwhile have less. */
  readonly scopes: readonly Scope[];
  /** Milliseconds since the epoch; undefined: never. */
  readonly expiresAt: number | undefined;
}

export interface NewApiKey {
  readonly userId: string;
  readonly organisationId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresInDays: number | undefined;
}

export interface ApiKeys {
  /**
   * Makes a key and gives its secret, which is kept hashed only.
   * @throws AppError `quota_exceeded`.
   */
  add(key: NewApiKey): Promise<ApiKey & { readonly key: string }>;
  /** The owner of a key that is neither expired nor switched off; notes that it was used. */
  findOwner(key: string): Promise<KeyOwner | undefined>;
  /** What all members of an organisation have there. */
  readonly quota: Pick<CountedQuota, 'loadUse'>;
  /** A person's keys in one organisation, newest first. */
  list(userId: string, organisationId: string, page: PageQuery): Promise<Page<ApiKey>>;
  /** Gives its name; undefined when the person has no such key in this organisation. */
  remove(id: string, userId: string, organisationId: string): Promise<string | undefined>;
}

const secondsPerDay = 86_400;

/** The permission under which better-auth keeps a key's scopes. */
const resource = 'lectern';

/**
 * Keys in better-auth's table. Made through better-auth; read by one query of our own, since
 * better-auth writes a counter at each verification and knows nothing of memberships.
 */
export function createApiKeys(auth: Auth, pool: Pool, maxKeys: number): ApiKeys {
  const quota = createCountedQuota(pool, {
    quota: 'api_keys',
    rule: `The organisation may have ${maxKeys} API keys.`,
    sql: `select count(*)::int as used from auth.apikey
          where metadata::jsonb ->> 'organisation_id' = $1`,
    limit: maxKeys,
  });
  return {
    quota,

    async add({ userId, organisationId, name, scopes, expiresInDays }: NewApiKey) {
      const created = await auth.api.createApiKey({
        body: {
          userId,
          name,
          ...(expiresInDays && { expiresIn: expiresInDays * secondsPerDay }),
          permissions: { [resource]: [...scopes] },
          metadata: { organisation_id: organisationId },
        },
      });
      await quota.keepOrRemove(organisationId, (client) =>
        client.query('delete from auth.apikey where id = $1', [created.id]),
      );
      return {
        id: created.id,
        name,
        start: created.start ?? '',
        scopes: [...scopes],
        created_at: new Date(created.createdAt).toISOString(),
        expires_at: created.expiresAt ? new Date(created.expiresAt).toISOString() : null,
        last_used_at: null,
        key: created.key,
      };
    },

    async findOwner(key) {
      const { rows } = await pool.query<OwnerRow>(findOwnerSql, [await defaultKeyHasher(key)]);
      const row = rows[0];
      if (!row) return undefined;
      return {
        keyId: row.id,
        userId: row.user_id,
        organisationId: row.organisation_id,
        role: row.role,
        scopes: readScopes(row.permissions),
        expiresAt: row.expires_at?.getTime(),
      };
    },

    async list(userId, organisationId, page) {
      const { items, nextCursor } = await listPage<KeyRow>(
        pool,
        {
          sql: selectKeys,
          values: [userId, organisationId],
          order: { created_us: cursorNumberSchema, id: cursorTextSchema },
          descending: true,
        },
        page,
      );
      return { items: items.map(toApiKey), nextCursor };
    },

    async remove(id, userId, organisationId) {
      const { rows } = await pool.query<{ name: string | null }>(
        `delete from auth.apikey
         where id = $1 and "referenceId" = $2 and metadata::jsonb ->> 'organisation_id' = $3
         returning name`,
        [id, userId, organisationId],
      );
      return rows[0] && (rows[0].name ?? '');
    },
  };
}

const findOwnerSql = `
  with used as (
    update auth.apikey set "lastRequest" = now()
    where key = $1 and ("lastRequest" is null or "lastRequest" < now() - interval '1 minute')
  )
  select key.id, key.permissions, key."expiresAt" as expires_at,
    principal.user_id, principal.organisation_id, principal.role
  from auth.apikey as key
  join auth.principals as principal
    on principal.user_id = key."referenceId"
    and principal.organisation_id = key.metadata::jsonb ->> 'organisation_id'
  where key.key = $1
    and key.enabled is distinct from false
    and (key."expiresAt" is null or key."expiresAt" > now())
    and not principal.disabled`;

const selectKeys = `
  select id, name, start, permissions, "createdAt" as created_at, "expiresAt" as expires_at,
    "lastRequest" as last_used_at,
    (extract(epoch from "createdAt") * 1000000)::bigint as created_us
  from auth.apikey
  where "referenceId" = $1 and metadata::jsonb ->> 'organisation_id' = $2`;

interface OwnerRow {
  readonly id: string;
  readonly permissions: string | null;
  readonly expires_at: Date | null;
  readonly user_id: string;
  readonly organisation_id: string;
  readonly role: Role;
}

interface KeyRow {
  readonly id: string;
  readonly name: string | null;
  readonly start: string | null;
  readonly permissions: string | null;
  readonly created_at: Date;
  readonly expires_at: Date | null;
  readonly last_used_at: Date | null;
}

function toApiKey(row: KeyRow): ApiKey {
  return {
    id: row.id,
    name: row.name ?? '',
    start: row.start ?? '',
    scopes: readScopes(row.permissions),
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    last_used_at: row.last_used_at?.toISOString() ?? null,
  };
}

function readScopes(permissions: string | null): Scope[] {
  const parsed = JSON.parse(permissions ?? '{}') as Record<string, string[]>;
  return (parsed[resource] ?? []).filter(
    (name): name is Scope => scopeSchema.safeParse(name).success,
  );
}
