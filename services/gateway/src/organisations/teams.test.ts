import { describe, expect, it } from '@jest/globals';
import type { Team } from '@lectern/contracts';
import { addPrincipal, eventually } from '@lectern/testing';
import { setUpOrganisation } from '../../test/open-organisation.ts';

const { gateway, made, call, callAs, join } = await setUpOrganisation();

describe('teams', () => {
  it('are made, filled and deleted by administrators, seen by members', async () => {
    const { userId, session } = await join('mia@example.org');
    const team = (await call<Team>('POST', '/api/teams', { name: 'Desk' })).body;
    expect((await call('POST', '/api/teams', { name: 'Desk' })).body).toMatchObject({
      error: { code: 'team_name_taken' },
    });
    const member = `/api/teams/${team.id}/members/${userId}`;
    expect((await call('PUT', member)).status).toBe(204);
    expect((await call('PUT', member)).status).toBe(204);
    expect((await call('PUT', `/api/teams/${team.id}/members/nobody`)).status).toBe(404);
    const seen = await callAs(session)<{ teams: Team[] }>('GET', '/api/teams');
    expect(seen.body.teams).toEqual([{ ...team, members: [userId] }]);
    expect((await callAs(session)('POST', '/api/teams', { name: 'Own' })).status).toBe(403);
    expect((await call('DELETE', member)).status).toBe(204);
    expect((await call('DELETE', member)).status).toBe(404);
    expect((await call('DELETE', `/api/teams/${team.id}`)).status).toBe(204);
  });

  it('have names that differ to the eye', async () => {
    const first = await call<Team>('POST', '/api/teams', { name: 'Te\u0301' });
    expect(first.body.name).toBe('T\u00e9');
    for (const name of ['T\u00e9', 'T\u200be\u0301', ' Te\u0301\n']) {
      expect((await call('POST', '/api/teams', { name })).body).toMatchObject({
        error: { code: 'team_name_taken' },
      });
    }
  });

  it('that are deleted at the same time take nobody in', async () => {
    const { body: team } = await call<Team>('POST', '/api/teams', { name: 'Short-lived' });
    const { pool } = gateway.database;
    const deleting = await pool.connect();
    await deleting.query('begin');
    await deleting.query('delete from auth.team where id = $1', [team.id]);
    const adding = call('PUT', `/api/teams/${team.id}/members/${made.userId}`);
    await eventually(async () => {
      const { rowCount } = await pool.query(
        `select from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rowCount === 1;
    });
    await deleting.query('commit');
    deleting.release();
    expect((await adding).status).toBe(404);
  });

  it('of another organisation do not exist', async () => {
    await addPrincipal(gateway.database, {
      userId: 'nils',
      organisationId: 'elsewhere',
      teamIds: ['their-team'],
    });
    const path = `/api/teams/their-team/members/${made.userId}`;
    expect((await call('PUT', path)).status).toBe(404);
    expect((await call('DELETE', '/api/teams/their-team')).status).toBe(404);
    const { teams } = (await call<{ teams: Team[] }>('GET', '/api/teams')).body;
    expect(teams.map(({ id }) => id)).not.toContain('their-team');
  });
});
