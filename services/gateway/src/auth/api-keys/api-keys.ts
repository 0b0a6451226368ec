import { defaultKeyHasher } from '@better-auth/api-key';
import {
  type ApiKey,
  type PageQuery,
  type Role,
  type Scope,
  scopeSchema,
} from '@lectern/contracts';
import { cursorNumberSchema, cursorTextSchema } from '@lectern/service';
import { sql } from 'kysely';
import { type CountedQuota, createCountedQuota } from '../../database/counted-quota.ts';
import { listPage, type Page } from '../../database/list-page.ts';
import type { Database } from '../../database/tables.ts';
import type { Auth } from '../better-auth/create-auth.ts';

/** Owner of an API key, who is an enabled member. */
export interface KeyOwner {
  readonly keyId: string;
  readonly userId: string;
  readonly organisationId: string;
  readonly role: Role;
  /** Scopes of the key; the owner may have fewer by now. */
  readonly scopes: readonly Scope[];
  /** Milliseconds since the epoch; undefined if the key does not expire. */
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
   * Creates a key and returns its secret, of which only a hash is stored.
   * @throws AppError `quota_exceeded`.
   */
  add(key: NewApiKey): Promise<ApiKey & { readonly key: string }>;
  /** Returns the owner of a key that is valid, and records its use. */
  findOwner(key: string): Promise<KeyOwner | undefined>;
  /** Number of keys of all members of an organisation. */
  readonly quota: Pick<CountedQuota, 'loadUse'>;
  /** Returns a person's keys in one organisation, newest first. */
  list(userId: string, organisationId: string, page: PageQuery): Promise<Page<ApiKey>>;
  /** Returns the name of the removed key; undefined if the person has no such key there. */
  remove(id: string, userId: string, organisationId: string): Promise<string | undefined>;
}

const secondsPerDay = 86_400;

/** Permission under which better-auth stores a key's scopes. */
const resource = 'lectern';

const organisationOfKey = sql<string>`metadata::jsonb ->> 'organisation_id'`;

/**
 * API keys in better-auth's table. better-auth creates them; one query of our own reads them, since
 * better-auth writes a counter at each verification and knows no memberships.
 */
export function createApiKeys(auth: Auth, database: Database, maxKeys: number): ApiKeys {
  const quota = createCountedQuota(database, {
    quota: 'api_keys',
    rule: `The organisation may have ${maxKeys} API keys.`,
    count: async (queries, organisationId) => {
      const { used } = await queries
        .selectFrom('apikey')
        .select((expression) => expression.fn.countAll<string>().as('used'))
        .where(organisationOfKey, '=', organisationId)
        .executeTakeFirstOrThrow();
      return Number(used);
    },
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
      await quota.keepOrRemove(organisationId, (transaction) =>
        transaction.deleteFrom('apikey').where('id', '=', created.id).execute(),
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
      const keyHash = await defaultKeyHasher(key);
      const row = await database
        .with('used', (queries) =>
          queries
            .updateTable('apikey')
            .set({ lastRequest: sql`now()` })
            .where('key', '=', keyHash)
            .where(
              sql<boolean>`("lastRequest" is null or "lastRequest" < now() - interval '1 minute')`,
            ),
        )
        .selectFrom('apikey')
        .innerJoin('principals', (join) =>
          join
            .onRef('principals.user_id', '=', 'apikey.referenceId')
            .on('principals.organisation_id', '=', organisationOfKey),
        )
        .select(['apikey.id', 'apikey.permissions', 'apikey.expiresAt'])
        .select(['principals.user_id', 'principals.organisation_id', 'principals.role'])
        .where('apikey.key', '=', keyHash)
        .where('apikey.enabled', 'is distinct from', false)
        .where(sql<boolean>`("expiresAt" is null or "expiresAt" > now())`)
        .where('principals.disabled', '=', false)
        .executeTakeFirst();
      if (!row) return undefined;
      return {
        keyId: row.id,
        userId: row.user_id,
        organisationId: row.organisation_id,
        role: row.role,
        scopes: readScopes(row.permissions),
        expiresAt: row.expiresAt?.getTime(),
      };
    },

    async list(userId, organisationId, page) {
      const query = database
        .selectFrom('apikey')
        .select(['id', 'name', 'start', 'permissions'])
        .select(['createdAt', 'expiresAt', 'lastRequest'])
        .select(sql<string>`(extract(epoch from "createdAt") * 1000000)::bigint`.as('created_us'))
        .where('referenceId', '=', userId)
        .where(organisationOfKey, '=', organisationId);
      const order = { created_us: cursorNumberSchema, id: cursorTextSchema };
      const { items, nextCursor } = await listPage(
        database,
        { query, order, descending: true },
        page,
      );
      const keys = items.map((row) => ({
        id: row.id,
        name: row.name ?? '',
        start: row.start ?? '',
        scopes: readScopes(row.permissions),
        created_at: row.createdAt.toISOString(),
        expires_at: row.expiresAt?.toISOString() ?? null,
        last_used_at: row.lastRequest?.toISOString() ?? null,
      }));
      return { items: keys, nextCursor };
    },

    async remove(id, userId, organisationId) {
      const row = await database
        .deleteFrom('apikey')
        .where('id', '=', id)
        .where('referenceId', '=', userId)
        .where(organisationOfKey, '=', organisationId)
        .returning('name')
        .executeTakeFirst();
      return row && (row.name ?? '');
    },
  };
}

function readScopes(permissions: string | null): Scope[] {
  const parsed = JSON.parse(permissions ?? '{}') as Record<string, string[]>;
  return (parsed[resource] ?? []).filter(
    (name): name is Scope => scopeSchema.safeParse(name).success,
  );
}
