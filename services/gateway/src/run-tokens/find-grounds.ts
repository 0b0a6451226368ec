import type { Scope } from '@lectern/contracts';
import { sql } from 'kysely';
import type { OAuthConsents } from '../auth/oauth/oauth-consents.ts';
import type { Database } from '../database/tables.ts';

/** Expected holder of a credential. */
export interface Holder {
  readonly userId: string;
  readonly organisationId: string;
}

/** Rights that a valid credential gives. */
export interface FoundGrounds {
  /** Undefined for all scopes of the person's role. */
  readonly scopes: readonly Scope[] | undefined;
  /** Expiry in milliseconds since the epoch; undefined if it lasts until it is revoked. */
  readonly until: number | undefined;
}

/** Returns the current rights of a credential; undefined if it ended or is another person's. */
export async function findGrounds(
  { database, consents }: { readonly database: Database; readonly consents: OAuthConsents },
  credential: string,
  holder: Holder,
): Promise<FoundGrounds | undefined> {
  const [kind, id = ''] = credential.split(':', 2);
  switch (kind) {
    case 'session': {
      const session = await database
        .selectFrom('session')
        .select('expiresAt')
        .where('id', '=', id)
        .where('userId', '=', holder.userId)
        .where('expiresAt', '>', sql<Date>`now()`)
        .executeTakeFirst();
      return session && { scopes: undefined, until: session.expiresAt.getTime() };
    }
    case 'key': {
      const key = await database
        .selectFrom('apikey')
        .select(sql<Scope[] | null>`permissions::jsonb -> 'lectern'`.as('scopes'))
        .select('expiresAt')
        .where('id', '=', id)
        .where('referenceId', '=', holder.userId)
        .where(sql`metadata::jsonb ->> 'organisation_id'`, '=', holder.organisationId)
        .where('enabled', 'is distinct from', false)
        .where(sql<boolean>`("expiresAt" is null or "expiresAt" > now())`)
        .executeTakeFirst();
      return key && { scopes: key.scopes ?? undefined, until: key.expiresAt?.getTime() };
    }
    case 'oauth': {
      const scopes = await consents.findScopes(id, holder.userId, holder.organisationId);
      return scopes && { scopes, until: undefined };
    }
    default:
      return undefined;
  }
}
