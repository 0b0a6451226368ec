import { expect, it } from '@jest/globals';
import { addPrincipal, createTestDatabase } from '@lectern/testing';
import { createDatabase } from '../database/tables.ts';
import { sweepTables } from './sweep-tables.ts';

it('removes what nothing asks for any more, and nothing younger', async () => {
  await using database = await createTestDatabase();
  const { pool } = database;
  await pool.query(
    `insert into auth.revocations (at, user_id)
     select now() - interval '2 hours', 'ada' from generate_series(1, 6000)`,
  );
  await pool.query(`insert into auth.revocations (user_id) values ('ada')`);
  await pool.query(
    `insert into auth.used_codes (code_hash, user_id, client_id, at)
     values ('old', 'ada', 'c', now() - interval '2 days'), ('new', 'ada', 'c', now())`,
  );
  expect(await sweepTables(createDatabase(pool))).toMatchObject({
    'auth.revocations': 6000,
    'auth.used_codes': 1,
  });
  const { rows } = await pool.query('select code_hash from auth.used_codes');
  expect(rows).toEqual([{ code_hash: 'new' }]);
  const left = await pool.query('select from auth.revocations');
  expect(left.rowCount).toBe(1);
});

it('removes OAuth clients that strangers added and nobody agreed to, and no others', async () => {
  await using database = await createTestDatabase();
  const { pool } = database;
  await addPrincipal(database, { userId: 'ada', organisationId: 'place', role: 'owner' });
  await pool.query(
    `insert into auth."oauthClient"
       (id, "clientId", "redirectUris", "clientDiscoveryId", "userId", "createdAt")
     select name, name, '[]', discovery, person, now() - age::interval
     from (values
       ('https://new.example.org/c', 'cimd', null, '1 hour'),
       ('https://old.example.org/c', 'cimd', null, '2 days'),
       ('https://used.example.org/c', 'cimd', null, '2 days'),
       ('registered', null, null, '2 days'),
       ('registered-long-ago', null, null, '31 days'),
       ('of-the-administrator', null, 'ada', '31 days')
     ) as client (name, discovery, person, age)`,
  );
  await pool.query(
    `insert into auth."oauthConsent" (id, "clientId", "userId", "referenceId", scopes, "createdAt", "updatedAt")
     values ('c', 'https://used.example.org/c', 'ada', 'place', '["mcp"]', now(), now())`,
  );
  expect(await sweepTables(createDatabase(pool))).toMatchObject({ 'auth."oauthClient"': 2 });
  const { rows } = await pool.query('select "clientId" as id from auth."oauthClient" order by id');
  expect(rows.map(({ id }) => id)).toEqual([
    'https://new.example.org/c',
    'https://used.example.org/c',
    'of-the-administrator',
    'registered',
  ]);
});

it('keeps an OAuth client for thirty days after the last person took their consent back', async () => {
  await using database = await createTestDatabase();
  const { pool } = database;
  await addPrincipal(database, { userId: 'ada', organisationId: 'place', role: 'owner' });
  await pool.query(
    `insert into auth."oauthClient" (id, "clientId", "redirectUris", "createdAt", "updatedAt")
     values ('used', 'used', '[]', now() - interval '90 days', now() - interval '90 days')`,
  );
  await pool.query(
    `insert into auth."oauthConsent" (id, "clientId", "userId", "referenceId", scopes, "createdAt", "updatedAt")
     values ('c', 'used', 'ada', 'place', '["mcp"]', now(), now())`,
  );
  await pool.query(`delete from auth."oauthConsent"`);
  expect(await sweepTables(createDatabase(pool))).toMatchObject({ 'auth."oauthClient"': 0 });
  await pool.query(`update auth."oauthClient" set "updatedAt" = "updatedAt" - interval '31 days'`);
  expect(await sweepTables(createDatabase(pool))).toMatchObject({ 'auth."oauthClient"': 1 });
});
