import type { OrganizationOptions } from 'better-auth/plugins/organization';
import type { Pool } from 'pg';
import { createCountedQuota } from '../../database/counted-quota.ts';

/** Each has quotas of its own, so that who makes many would have none. */
const maxOrganisations = 20;

/** What a crash left without a member is nobody's to delete, and does not count for long. */
const madeSql = `select count(*)::int as used from auth.organization as made
  where "madeBy" = $1
    and ("createdAt" > now() - interval '1 minute'
      or exists (select from auth.member where "organizationId" = made.id))`;

/**
 * Keeps who made an organisation, and lets a person have made so many of those that there are;
 * administrators of the installation any number. Being a member of others' does not count.
 */
export function limitCreatedOrganisations(pool: Pool) {
  const quota = createCountedQuota(pool, {
    quota: 'organisations',
    rule: `A person may have made ${maxOrganisations} organisations.`,
    sql: madeSql,
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
      // What is one too many goes before it has a member.
      beforeAddMember: async ({ organization, user }) => {
        if (user.role === 'admin') return;
        await quota.keepOrRemove(user.id, (client) =>
          client.query('delete from auth.organization where id = $1 and "madeBy" = $2', [
            organization.id,
            user.id,
          ]),
        );
      },
    },
  } satisfies OrganizationOptions;
}
