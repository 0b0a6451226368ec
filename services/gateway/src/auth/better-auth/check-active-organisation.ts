import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import type { Database } from '../../database/tables.ts';
import { onPath } from './on-path.ts';

/**
 * Rejects the switch of a session to an organisation of which the person is not a member. better-auth
 * would reject it too and leave the session without an organisation.
 */
export function checkActiveOrganisation(database: Database) {
  return {
    id: 'check-active-organisation',
    hooks: {
      before: [
        {
          matcher: onPath('/organization/set-active'),
          handler: createAuthMiddleware(async (context) => {
            const session = await getSessionFromCtx(context);
            if (!session) throw new APIError('UNAUTHORIZED');
            const { organizationId, organizationSlug } = context.body ?? {};
            const membership = await database
              .selectFrom('principals')
              .innerJoin('organization', 'organization.id', 'principals.organisation_id')
              .select('organization.id')
              .where('principals.user_id', '=', session.user.id)
              .where('principals.disabled', '=', false)
              .where(
                typeof organizationId === 'string' ? 'organization.id' : 'organization.slug',
                '=',
                typeof organizationId === 'string' ? organizationId : String(organizationSlug),
              )
              .executeTakeFirst();
            if (!membership) {
              throw new APIError('FORBIDDEN', {
                message: 'You are not a member of this organisation.',
              });
            }
          }),
        },
      ],
    },
  };
}
