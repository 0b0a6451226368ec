import { AppError, endpoints } from '@lectern/contracts';
import type { EndpointRoutes } from '@lectern/service';
import type { Audit } from '../audit/audit.ts';
import type { CallerIdentifier } from '../identity/identify-caller.ts';
import type { Passwords } from '../identity/passwords.ts';
import { getCaller } from '../identity/require-caller.ts';
import type { Memberships } from '../members/memberships.ts';

export interface AccountRoutesOptions {
  readonly memberships: Memberships;
  readonly passwords: Passwords;
  readonly identifier: CallerIdentifier;
  readonly audit: Audit;
  /** Whether every member may make further organisations; else administrators of the installation. */
  readonly membersMakeOrganisations: boolean;
}

/** The caller's own account. */
export function mountAccountRoutes(
  routes: EndpointRoutes,
  { memberships, passwords, identifier, audit, membersMakeOrganisations }: AccountRoutesOptions,
): void {
  routes.mount(endpoints.getMe, async ({ request }) => {
    const { userId, organisationId, role, scopes } = getCaller(request);
    const names = await memberships.findNames(userId, organisationId);
    if (!names) throw new AppError('unauthorized');
    const operator = await memberships.isOperator(userId);
    return {
      ...names,
      role,
      scopes: [...scopes],
      operator,
      may_create_organisations: membersMakeOrganisations || operator,
    };
  });

  routes.mount(endpoints.deleteMe, async ({ request, body }) => {
    const caller = getCaller(request);
    if (!(await passwords.isRight(caller.userId, body.password))) {
      throw new AppError('forbidden', 'This is not your password.');
    }
    const organisations = await memberships.listOrganisations(caller.userId);
    await memberships.deletePerson(caller.userId);
    await identifier.forgetEnded();
    for (const { id, role } of organisations) {
      await audit(request, {
        action: 'account.deleted',
        target: caller.userId,
        organisationId: id,
        details: { role },
      });
    }
  });
}
