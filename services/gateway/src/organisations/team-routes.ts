import { AppError, createTeamSchema } from '@lectern/contracts';
import { validate } from '@lectern/service';
import { type Express, json, type Request, type RequestHandler } from 'express';
import type { Audit } from '../audit/audit.ts';
import { getCaller } from '../identity/require-caller.ts';
import type { Teams } from '../ports/teams.ts';

export interface TeamRoutesOptions {
  readonly teams: Teams;
  readonly audit: Audit;
  readonly requireCaller: RequestHandler;
  readonly requireAdmin: RequestHandler;
}

/** Teams, to which collections can be granted. */
export function mountTeamRoutes(
  app: Express,
  { teams, audit, requireCaller, requireAdmin }: TeamRoutesOptions,
): void {
  app.get('/api/teams', requireCaller, async (request, response) => {
    const { organisationId, kind, scopes } = getCaller(request);
    if (kind !== 'session' && !scopes.includes('admin')) {
      throw new AppError('forbidden', 'This needs the scope admin.', {
        details: { scope: 'admin' },
      });
    }
    response.json({ teams: await teams.list(organisationId), next_cursor: null });
  });

  app.post('/api/teams', requireAdmin, json(), async (request, response) => {
    const { name } = validate(createTeamSchema, request.body);
    const team = await teams.add(getCaller(request).organisationId, name);
    await audit(request, { action: 'team.created', target: team.id, details: { name } });
    response.status(201).json(team);
  });

  app.delete('/api/teams/:id', requireAdmin, async (request, response) => {
    const id = String(request.params.id);
    if (!(await teams.remove(id, getCaller(request).organisationId))) {
      throw new AppError('not_found', 'No such team.');
    }
    await audit(request, { action: 'team.deleted', target: id });
    response.status(204).end();
  });

  app.put('/api/teams/:id/members/:user_id', requireAdmin, async (request, response) => {
    const { teamId, userId, organisationId } = readPair(request);
    if (!(await teams.addMember(teamId, organisationId, userId))) {
      throw new AppError('not_found', 'No such team or member.');
    }
    await audit(request, {
      action: 'team.member_added',
      target: teamId,
      details: { user_id: userId },
    });
    response.status(204).end();
  });

  app.delete('/api/teams/:id/members/:user_id', requireAdmin, async (request, response) => {
    const { teamId, userId, organisationId } = readPair(request);
    if (!(await teams.removeMember(teamId, organisationId, userId))) {
      throw new AppError('not_found', 'No such team or member.');
    }
    await audit(request, {
      action: 'team.member_removed',
      target: teamId,
      details: { user_id: userId },
    });
    response.status(204).end();
  });
}

function readPair(request: Request) {
  return {
    teamId: String(request.params.id),
    userId: String(request.params.user_id),
    organisationId: getCaller(request).organisationId,
  };
}
