import { describe, expect, it } from '@jest/globals';
import { addPrincipal } from './add-principal.ts';
import { createTestDatabase } from './create-test-database.ts';

describe('addPrincipal', () => {
  it('makes a person, organisation and teams that the views of the gateway show', async () => {
    await using database = await createTestDatabase();
    await addPrincipal(database, {
      userId: 'u1',
      organisationId: 'o1',
      role: 'viewer',
      teamIds: ['t1', 't2'],
    });
    const principals = await database.pool.query('select * from auth.principals');
    expect(principals.rows).toEqual([
      { user_id: 'u1', organisation_id: 'o1', role: 'viewer', disabled: false },
    ]);
    const teams = await database.pool.query('select * from auth.principal_teams order by team_id');
    expect(teams.rows.map((row) => row.team_id)).toEqual(['t1', 't2']);
  });

  it('sets role, state and teams of one that exists', async () => {
    await using database = await createTestDatabase();
    await addPrincipal(database, { userId: 'u1', organisationId: 'o1', teamIds: ['t1'] });
    await addPrincipal(database, {
      userId: 'u1',
      organisationId: 'o1',
      role: 'owner',
      disabled: true,
    });
    const principals = await database.pool.query('select role, disabled from auth.principals');
    expect(principals.rows).toEqual([{ role: 'owner', disabled: true }]);
    expect((await database.pool.query('select * from auth.principal_teams')).rowCount).toBe(0);
  });
});
