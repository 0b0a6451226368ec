import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import type { Pool } from 'pg';
import { onPath } from './on-path.ts';

/**
 * Lets a session go on only where its person is a member. better-auth itself would leave a session
 * without any organisation after it refused.
 */
export function checkActiveOrganisation(pool: Pool) {
  return {
    id: 'keep-active-organisation',
    hooks: {
      before: [
        {
          matcher: onPath('/organization/set-active'),
          handler: createAuthMiddleware(async (context) => {
            const session = await getSessionFromCtx(context);
            if (!session) throw new APIError('UNAUTHORIZED');
            const { organizationId, organizationSlug } = context.body ?? {};
            const { rowCount } = await pool.query(
              `select 1 from auth.principals as principal
               join auth.organization as organisation on organisation.id = principal.organisation_id
               where principal.user_id = $1 and not principal.disabled
                 and (organisation.id = $2 or ($2::text is null and organisation.slug = $3))`,
              [session.user.id, toText(organizationId), toText(organizationSlug)],
            );
            if (rowCount !== 1) {
              throw new APIError('FORBIDDEN', {
                message: 'You are no member of this organisation.',
              });
            }
          }),
        },
      ],
    },
  };
}

function toText(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
