import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger } from '@lectern/service';
import { addPrincipal, createTestDatabase, type TestDatabase } from '@lectern/testing';
import { getMigrations } from 'better-auth/db/migration';
import { createAuditLog } from '../../audit/audit-log.ts';
import { createDatabase } from '../../database/tables.ts';
import { createOAuthPlugins } from '../oauth/oauth-plugins.ts';
import { askSecondFactor } from './ask-second-factor.ts';
import { createAuth } from './create-auth.ts';
import { createPasskeyPlugin } from './passkey-plugin.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
});

async function findPrincipals(userId: string) {
  const { rows } = await database.pool.query(
    'select organisation_id, role, disabled from auth.principals where user_id = $1',
    [userId],
  );
  return rows;
}

describe('migrations of the schema auth', () => {
  it('leave better-auth nothing to migrate', async () => {
    const auth = createAuth({
      pool: database.pool,
      secret: 'kept-by-nobody-0123456789-abcdefghij',
      publicUrl: 'http://localhost:8000',
      auditLog: createAuditLog(createDatabase(database.pool)),
      plugins: [
        askSecondFactor(),
        createPasskeyPlugin({ name: 'localhost', origins: [] }),
        ...createOAuthPlugins({ publicUrl: 'http://localhost:8000', allowsRegistration: true }),
      ],
      logger: createLogger({ name: 'test', level: 'silent' }),
    });
    const { toBeCreated, toBeAdded, unsafeChanges } = await getMigrations(auth.options, {
      throwOnUnsafe: false,
    });
    expect({ toBeCreated, toBeAdded, unsafeChanges }).toEqual({
      toBeCreated: [],
      toBeAdded: [],
      unsafeChanges: [],
    });
  });

  it('show a member with the strongest role', async () => {
    await addPrincipal(database, { userId: 'ada', organisationId: 'library', role: 'member' });
    await database.pool.query(`update auth.member set role = 'member, admin'`);
    expect(await findPrincipals('ada')).toEqual([
      { organisation_id: 'library', role: 'admin', disabled: false },
    ]);
  });

  it('show a banned person as disabled until the ban ends', async () => {
    await addPrincipal(database, { userId: 'eve', organisationId: 'library', disabled: true });
    expect(await findPrincipals('eve')).toMatchObject([{ disabled: true }]);
    await database.pool.query(`update auth."user" set "banExpires" = now() - interval '1 second'`);
    expect(await findPrincipals('eve')).toMatchObject([{ disabled: false }]);
  });

  it('show no teams of an organisation that the person left', async () => {
    await addPrincipal(database, { userId: 'bob', organisationId: 'library', teamIds: ['desk'] });
    const findTeams = () =>
      database.pool.query(
        'select organisation_id, team_id from auth.principal_teams where user_id = $1',
        ['bob'],
      );
    expect((await findTeams()).rows).toEqual([{ organisation_id: 'library', team_id: 'desk' }]);
    await database.pool.query('delete from auth.member where "userId" = $1', ['bob']);
    expect((await findTeams()).rows).toEqual([]);
  });
});
