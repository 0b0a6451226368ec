import { AppError, confirmSchema } from '@lectern/contracts';
import { validate } from '@lectern/service';
import { type Express, json, type RequestHandler } from 'express';
import type { Audit } from '../audit/audit.ts';
import type { CallerIdentifier } from '../identity/identify-caller.ts';
import type { Passwords } from '../identity/passwords.ts';
import { getCaller } from '../identity/require-caller.ts';
import type { Memberships } from '../ports/memberships.ts';
import { assertSession } from './manage-rights.ts';

export interface OrganisationRoutesOptions {
  readonly memberships: Memberships;
  readonly passwords: Passwords;
  readonly identifier: CallerIdentifier;
  readonly audit: Audit;
  readonly requireCaller: RequestHandler;
  /** Slows down who guesses. */
  readonly limitByAddress: RequestHandler;
}

/** A person's organisations; an owner can delete one. */
export function mountOrganisationRoutes(app: Express, options: OrganisationRoutesOptions): void {
  const { memberships, passwords, identifier, audit, requireCaller, limitByAddress } = options;

  app.get('/api/organisations', requireCaller, async (request, response) => {
    const { userId, organisationId, kind } = getCaller(request);
    const all = await memberships.listOrganisations(userId);
    response.json({
      organisations: all
        .map((one) => ({ ...one, active: one.id === organisationId }))
        .filter(({ active }) => active || kind === 'session'),
      next_cursor: null,
    });
  });

  app.delete(
    '/api/organisations/:id',
    limitByAddress,
    requireCaller,
    json(),
    async (request, response) => {
      const caller = getCaller(request);
      assertSession(caller);
      const { password } = validate(confirmSchema, request.body);
      const id = String(request.params.id);
      const role = await memberships.findRole(caller.userId, id);
      if (!role) throw new AppError('not_found', 'No such organisation.');
      if (role !== 'owner') throw new AppError('forbidden', 'Only an owner may do this.');
      if (!(await passwords.isRight(caller.userId, password))) {
        throw new AppError('forbidden', 'This is not your password.');
      }
      await memberships.deleteOrganisation(id);
      identifier.forgetKeys();
      await audit(request, { action: 'organisation.deleted', target: id, organisationId: id });
      response.status(204).end();
    },
  );
}
