import { AppError, type Me } from '@lectern/contracts';
import type { Express, RequestHandler } from 'express';
import { getCaller } from '../identity/require-caller.ts';
import type { Memberships } from '../ports/memberships.ts';

export interface AccountRoutesOptions {
  readonly memberships: Memberships;
  readonly requireCaller: RequestHandler;
}

/** Who calls, and who else is here. */
export function mountAccountRoutes(
  app: Express,
  { memberships, requireCaller }: AccountRoutesOptions,
): void {
  app.get('/api/me', requireCaller, async (request, response) => {
    const { userId, organisationId, role, scopes } = getCaller(request);
    const names = await memberships.findNames(userId, organisationId);
    if (!names) throw new AppError('unauthorized');
    response.json({ ...names, role, scopes: [...scopes] } satisfies Me);
  });

  app.get('/api/members', requireCaller, async (request, response) => {
    const { organisationId, kind, scopes } = getCaller(request);
    if (kind === 'api_key' && !scopes.includes('admin')) {
      throw new AppError('forbidden', 'This needs the scope admin.', {
        details: { scope: 'admin' },
      });
    }
    const members = await memberships.list(organisationId);
    response.json({ members, next_cursor: null });
  });
}
