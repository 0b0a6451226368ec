import type { Principal } from '@lectern/contracts';
import { type RawBuilder, sql } from 'kysely';

/** One user in one organisation. */
export type Owner = Pick<Principal, 'organisationId' | 'userId'>;

/** An owner and the scopes of the credential. */
export type Reader = Owner & Pick<Principal, 'scopes'>;

/** True if the person is owner or admin of the organisation and the credential has `admin`. */
export function isManager({ organisationId, userId, scopes }: Reader): RawBuilder<boolean> {
  return sql<boolean>`${scopes.includes('admin')}::boolean and exists (
    select from auth.principals as person
    where person.user_id = ${userId} and person.organisation_id = ${organisationId}
      and not person.disabled and person.role in ('owner', 'admin')
  )`;
}

/** True for rows of `mcp_tools` that may be found and called. */
export const isOffered = sql<boolean>`(
  mcp_tools.present and mcp_tools.held is null
  and (mcp_servers.allowed_tools is null or mcp_tools.name = any(mcp_servers.allowed_tools))
)`;
