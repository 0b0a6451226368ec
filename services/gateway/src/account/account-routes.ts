import { AppError, endpoints, type Me } from '@lectern/contracts';
import type { EndpointRoutes } from '@lectern/service';
import type { CallerIdentifier } from '../access/identify-caller.ts';
import type { Audit } from '../audit/audit.ts';
import type { Caller } from '../auth/caller/caller.ts';
import { getCaller } from '../auth/caller/caller.ts';
import type { Passwords } from '../auth/passwords/passwords.ts';
import type { Memberships } from '../members/memberships.ts';

export interface AccountRoutesOptions {
  readonly memberships: Memberships;
  readonly passwords: Passwords;
  readonly identifier: CallerIdentifier;
  readonly audit: Audit;
  /**
   * True if every member may create organisations; false for administrators of the installation
   * only.
   */
  readonly membersMakeOrganisations: boolean;
}

/** Mounts the routes of the caller's own account. */
export function mountAccountRoutes(
  routes: EndpointRoutes,
  { memberships, passwords, identifier, audit, membersMakeOrganisations }: AccountRoutesOptions,
): void {
  const describe = async ({ userId, organisationId, role, scopes }: Caller): Promise<Me> => {
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
  };

  routes.mount(endpoints.getMe, ({ request }) => describe(getCaller(request)));

  routes.mount(endpoints.updateMe, async ({ request, body: { name } }) => {
    const caller = getCaller(request);
    const from = await memberships.rename(caller.userId, name);
    if (from !== undefined) {
      for (const { id } of await memberships.listOrganisations(caller.userId)) {
        await audit(request, {
          action: 'account.renamed',
          target: caller.userId,
          organisationId: id,
          details: { from, to: name },
        });
      }
    }
    return describe(caller);
  });

  routes.mount(endpoints.deleteMe, async ({ request, body }) => {
    const caller = getCaller(request);
    if (!(await passwords.isRight(caller.userId, body.password))) {
      throw new AppError('forbidden', 'The password is wrong.');
    }
    const organisations = await memberships.listOrganisations(caller.userId);
    await memberships.deletePerson(caller.userId);
    await identifier.clearCaches();
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
