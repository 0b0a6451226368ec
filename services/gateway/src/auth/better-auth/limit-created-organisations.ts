import type { OrganizationOptions } from 'better-auth/plugins/organization';
import { sql } from 'kysely';
import { createCountedQuota } from '../../database/counted-quota.ts';
import type { Database } from '../../database/tables.ts';

/** Bounds the quotas of one person, since each organisation has its own. */
const maxOrganisations = 20;

/**
 * Records who created an organisation, and limits how many a person can create; administrators of the
 * installation have no limit. Memberships in other organisations do not count.
 */
export function limitCreatedOrganisations(database: Database) {
  const quota = createCountedQuota(database, {
    quota: 'organisations',
    rule: `A person may create ${maxOrganisations} organisations.`,
    count: async (queries, userId) => {
      const { used } = await queries
        .selectFrom('organization')
        .select((expression) => expression.fn.countAll<string>().as('used'))
        .where('madeBy', '=', userId)
        // One without a member was left by a crash, and counts for a minute.
        .where(({ or, exists, selectFrom }) =>
          or([
            sql<boolean>`"createdAt" > now() - interval '1 minute'`,
            exists(
              selectFrom('member')
                .select('member.id')
                .whereRef('organizationId', '=', 'organization.id'),
            ),
          ]),
        )
        .executeTakeFirstOrThrow();
      return Number(used);
    },
    limit: maxOrganisations,
  });
  return {
    schema: {
      organization: {
        additionalFields: {
          madeBy: { type: 'string', required: false, input: false, returned: false },
        },
      },
    },
    organizationHooks: {
      beforeCreateOrganization: async ({ organization, user }) => ({
        data: { ...organization, madeBy: user.id },
      }),
      // Runs before the organisation has a member.
      beforeAddMember: async ({ organization, user }) => {
        if (user.role === 'admin') return;
        await quota.keepOrRemove(user.id, (transaction) =>
          transaction
            .deleteFrom('organization')
            .where('id', '=', organization.id)
            .where('madeBy', '=', user.id)
            .execute(),
        );
      },
    },
  } satisfies OrganizationOptions;
}
