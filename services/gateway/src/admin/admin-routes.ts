import { endpoints } from '@lectern/contracts';
import { type EndpointRoutes, version } from '@lectern/service';
import type { Pool } from 'pg';
import type { Audit } from '../audit/audit.ts';
import { verifyChain } from '../audit/verify-chain.ts';
import { getCaller } from '../auth/caller/caller.ts';
import type { InternalTokens } from '../auth/internal-tokens/internal-tokens.ts';
import type { Database } from '../database/tables.ts';
import { describeServices } from '../health/check-services.ts';
import type { Memberships } from '../members/memberships.ts';
import type { Upstream } from '../proxy/upstream.ts';
import { createMemberToken } from './create-member-token.ts';
import { resetSignIn } from './reset-sign-in.ts';

export interface AdminRoutesOptions {
  readonly pool: Pool;
  readonly database: Database;
  readonly upstreams: readonly Upstream[];
  readonly memberships: Memberships;
  readonly internalTokens: InternalTokens;
  readonly audit: Audit;
}

/**
 * Mounts the routes of administrators: state of the services, tokens for trying them, the
 * verification of the audit log, sign-in resets.
 */
export function mountAdminRoutes(routes: EndpointRoutes, options: AdminRoutesOptions): void {
  const { pool, database, upstreams, memberships, audit } = options;

  routes.mount(endpoints.getSuiteHealth, async () => ({
    ...(await describeServices(pool, upstreams)),
    name: 'gateway',
    version,
  }));

  routes.mount(endpoints.createToken, async ({ request, body }) => {
    const { token, member } = await createMemberToken(options, getCaller(request), body);
    await audit(request, {
      action: 'token.created',
      target: member.user_id,
      details: { role: member.role, scopes: body.scopes ?? null },
    });
    return { token };
  });

  routes.mount(endpoints.verifyAudit, ({ body }) => verifyChain(database, body));

  routes.mount(endpoints.resetSignIn, async ({ request, body }) => {
    const { userId, wasSet } = await resetSignIn(database, body);
    for (const { id } of await memberships.listOrganisations(userId)) {
      await audit(request, {
        action: 'sign_in.reset',
        target: userId,
        organisationId: id,
        details: { what: body.what, was_set: wasSet },
      });
    }
    return { was_set: wasSet };
  });
}
