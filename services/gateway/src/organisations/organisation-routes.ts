import { AppError, endpoints } from '@lectern/contracts';
import type { EndpointRoutes } from '@lectern/service';
import type { CallerIdentifier } from '../access/identify-caller.ts';
import type { Audit } from '../audit/audit.ts';
import { getCaller } from '../auth/caller/caller.ts';
import type { Passwords } from '../auth/passwords/passwords.ts';
import type { Memberships } from '../members/memberships.ts';

export interface OrganisationRoutesOptions {
  readonly memberships: Memberships;
  readonly passwords: Passwords;
  readonly identifier: CallerIdentifier;
  readonly audit: Audit;
}

/** Mounts a person's organisations; administrators rename one, an owner deletes it. */
export function mountOrganisationRoutes(
  routes: EndpointRoutes,
  { memberships, passwords, identifier, audit }: OrganisationRoutesOptions,
): void {
  routes.mount(endpoints.listOrganisations, async ({ request, query }) => {
    const { userId, organisationId, kind } = getCaller(request);
    const onlyId = kind === 'session' ? undefined : organisationId;
    const { items, nextCursor } = await memberships.listOrganisationPage(userId, onlyId, query);
    return {
      organisations: items.map((one) => ({ ...one, active: one.id === organisationId })),
      next_cursor: nextCursor,
    };
  });

  routes.mount(endpoints.renameOrganisation, async ({ request, params: { id }, body }) => {
    if (id !== getCaller(request).organisationId) {
      throw new AppError('not_found', 'No such organisation.');
    }
    const from = await memberships.renameOrganisation(id, body.name);
    await identifier.clearCaches();
    await audit(request, {
      action: 'organisation.renamed',
      target: id,
      organisationId: id,
      details: { from: from ?? null, to: body.name },
    });
    return { id, name: body.name };
  });

  routes.mount(endpoints.deleteOrganisation, async ({ request, params: { id }, body }) => {
    const caller = getCaller(request);
    const role = await memberships.findRole(caller.userId, id);
    if (!role) throw new AppError('not_found', 'No such organisation.');
    if (role !== 'owner') throw new AppError('forbidden', 'Only an owner may do this.');
    if (!(await passwords.isRight(caller.userId, body.password))) {
      throw new AppError('forbidden', 'The password is wrong.');
    }
    const names = await memberships.findNames(caller.userId, id);
    await memberships.deleteOrganisation(id);
    await identifier.clearCaches();
    await audit(request, {
      action: 'organisation.deleted',
      target: id,
      organisationId: id,
      details: { name: names?.organisation.name ?? null },
    });
  });
}
