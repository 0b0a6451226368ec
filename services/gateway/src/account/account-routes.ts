import { AppError, confirmSchema, type Me } from '@lectern/contracts';
import { validate } from '@lectern/service';
import { type Express, json, type RequestHandler } from 'express';
import type { Audit } from '../audit/audit.ts';
import type { CallerIdentifier } from '../identity/identify-caller.ts';
import type { Passwords } from '../identity/passwords.ts';
import { getCaller } from '../identity/require-caller.ts';
import { assertSession } from '../organisations/manage-rights.ts';
import type { Memberships } from '../ports/memberships.ts';

export interface AccountRoutesOptions {
  readonly memberships: Memberships;
  readonly passwords: Passwords;
  readonly identifier: CallerIdentifier;
  readonly audit: Audit;
  readonly requireCaller: RequestHandler;
  /** Slows down who guesses. */
  readonly limitByAddress: RequestHandler;
}

/** The caller's own account. */
export function mountAccountRoutes(app: Express, options: AccountRoutesOptions): void {
  const { memberships, passwords, identifier, audit, requireCaller, limitByAddress } = options;

  app.get('/api/me', requireCaller, async (request, response) => {
    const { userId, organisationId, role, scopes } = getCaller(request);
    const names = await memberships.findNames(userId, organisationId);
    if (!names) throw new AppError('unauthorized');
    response.json({ ...names, role, scopes: [...scopes] } satisfies Me);
  });

  app.delete('/api/me', limitByAddress, requireCaller, json(), async (request, response) => {
    const caller = getCaller(request);
    assertSession(caller);
    const { password } = validate(confirmSchema, request.body);
    if (!(await passwords.isRight(caller.userId, password))) {
      throw new AppError('forbidden', 'This is not your password.');
    }
    const organisations = await memberships.listOrganisations(caller.userId);
    await memberships.deletePerson(caller.userId);
    identifier.forgetKeys();
    for (const { id } of organisations) {
      await audit(request, {
        action: 'account.deleted',
        target: caller.userId,
        organisationId: id,
      });
    }
    response.status(204).end();
  });
}
