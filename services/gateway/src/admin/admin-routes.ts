import { createTokenSchema } from '@lectern/contracts';
import { validate } from '@lectern/service';
import { type Express, json, type RequestHandler } from 'express';
import type { Pool } from 'pg';
import type { Audit } from '../audit/audit.ts';
import { describeServices } from '../health/check-services.ts';
import type { InsideTokens } from '../identity/inside-tokens.ts';
import { getCaller } from '../identity/require-caller.ts';
import type { Memberships } from '../ports/memberships.ts';
import type { Upstream } from '../proxy/upstream.ts';
import { version } from '../version.ts';
import { createMemberToken } from './create-member-token.ts';
import { requireOperator } from './require-operator.ts';

export interface AdminRoutesOptions {
  readonly pool: Pool;
  readonly upstreams: readonly Upstream[];
  readonly memberships: Memberships;
  readonly insideTokens: InsideTokens;
  readonly audit: Audit;
  /** Lets administrators pass. */
  readonly requireAdmin: RequestHandler;
}

/** What administrators see and do beyond the others: the services' facts, tokens for trying them. */
export function mountAdminRoutes(app: Express, options: AdminRoutesOptions): void {
  const { pool, upstreams, memberships, audit, requireAdmin } = options;

  app.get(
    '/api/admin/health',
    requireAdmin,
    requireOperator(memberships),
    async (_request, response) => {
      const facts = await describeServices(pool, upstreams);
      response.json({ ...facts, name: 'gateway', version });
    },
  );

  app.post('/api/admin/tokens', requireAdmin, json(), async (request, response) => {
    const { email } = validate(createTokenSchema, request.body);
    const caller = getCaller(request);
    const { token, member } = await createMemberToken(options, caller, email);
    await audit(request, { action: 'token.created', target: member.user_id });
    response.status(201).json({ token });
  });
}
