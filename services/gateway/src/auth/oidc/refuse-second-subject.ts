import type { Pool } from 'pg';
import type { ValidateUserInfo } from '../sessions/create-auth.ts';
import { oidcProviderId } from './oidc-plugins.ts';

/**
 * An account belongs to the first subject of the identity provider that signed in to it. Who brings
 * its address later, as another subject, is refused.
 */
export function refuseSecondSubject(pool: Pool): ValidateUserInfo {
  return async ({ user, source }) => {
    if (source.action !== 'link-account' || source.oauth?.providerId !== oidcProviderId) return;
    const { rowCount } = await pool.query(
      `select 1 from auth.account where "userId" = $1 and "providerId" = $2`,
      [user.id, oidcProviderId],
    );
    if (!rowCount) return;
    return {
      error: 'address_of_another_subject',
      errorDescription: 'This address belongs to another account of the identity provider.',
    };
  };
}
