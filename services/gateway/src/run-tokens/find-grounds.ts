import type { Scope } from '@lectern/contracts';
import type { Pool } from 'pg';
import type { OAuthConsents } from '../auth/oauth/oauth-consents.ts';

/** Whose credential it should be. */
export interface Holder {
  readonly userId: string;
  readonly organisationId: string;
}

/** What a credential that still holds allows. */
export interface FoundGrounds {
  /** Undefined: whatever the person's role allows. */
  readonly scopes: readonly Scope[] | undefined;
  /** Milliseconds since the epoch; undefined: until it is revoked. */
  readonly until: number | undefined;
}

/** What a credential is worth now; undefined when it has ended or is another person's. */
export async function findGrounds(
  { pool, consents }: { readonly pool: Pool; readonly consents: OAuthConsents },
  credential: string,
  holder: Holder,
): Promise<FoundGrounds | undefined> {
  const [kind, id = ''] = credential.split(':', 2);
  switch (kind) {
    case 'session':
      return findFirst(pool, sessionSql, [id, holder.userId]);
    case 'key':
      return findFirst(pool, keySql, [id, holder.userId, holder.organisationId]);
    case 'oauth': {
      const scopes = await consents.findScopes(id, holder.userId, holder.organisationId);
      return scopes && { scopes, until: undefined };
    }
    default:
      return undefined;
  }
}

const sessionSql = `
  select null::jsonb as scopes, "expiresAt" as expires_at from auth.session
  where id = $1 and "userId" = $2 and "expiresAt" > now()`;

const keySql = `
  select permissions::jsonb -> 'lectern' as scopes, "expiresAt" as expires_at from auth.apikey
  where id = $1 and "referenceId" = $2 and metadata::jsonb ->> 'organisation_id' = $3
    and enabled is distinct from false and ("expiresAt" is null or "expiresAt" > now())`;

async function findFirst(
  pool: Pool,
  sql: string,
  values: readonly string[],
): Promise<FoundGrounds | undefined> {
  const { rows } = await pool.query<{ scopes: Scope[] | null; expires_at: Date | null }>(sql, [
    ...values,
  ]);
  const [row] = rows;
  return row && { scopes: row.scopes ?? undefined, until: row.expires_at?.getTime() };
}
