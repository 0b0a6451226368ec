import { AppError, endpoints } from '@lectern/contracts';
import type { EndpointRoutes } from '@lectern/service';
import type { Audit } from '../audit/audit.ts';
import type { Teams } from '../members/teams.ts';

export interface TeamRoutesOptions {
  readonly teams: Teams;
  readonly audit: Audit;
}

/** Mounts teams, to which collections can be granted. */
export function mountTeamRoutes(routes: EndpointRoutes, { teams, audit }: TeamRoutesOptions): void {
  routes.mount(endpoints.listTeams, async ({ principal, query }) => {
    const { items, nextCursor } = await teams.list(principal.organisationId, query);
    return { teams: items, next_cursor: nextCursor };
  });
  routes.mount(endpoints.createTeam, async ({ request, principal, body: { name } }) => {
    const team = await teams.add(principal.organisationId, name);
    await audit(request, { action: 'team.created', target: team.id, details: { name } });
    return team;
  });
  routes.mount(endpoints.deleteTeam, async ({ request, principal, params: { id } }) => {
    const name = await teams.remove(id, principal.organisationId);
    if (name === undefined) throw new AppError('not_found', 'No such team.');
    await audit(request, { action: 'team.deleted', target: id, details: { name } });
  });
  routes.mount(endpoints.addTeamMember, async ({ request, principal, params }) => {
    if (!(await teams.addMember(params.id, principal.organisationId, params.user_id))) {
      throw new AppError('not_found', 'No such team or member.');
    }
    await audit(request, {
      action: 'team.member_added',
      target: params.id,
      details: { user_id: params.user_id },
    });
  });
  routes.mount(endpoints.removeTeamMember, async ({ request, principal, params }) => {
    if (!(await teams.removeMember(params.id, principal.organisationId, params.user_id))) {
      throw new AppError('not_found', 'No such team or member.');
    }
    await audit(request, {
      action: 'team.member_removed',
      target: params.id,
      details: { user_id: params.user_id },
    });
  });
}
