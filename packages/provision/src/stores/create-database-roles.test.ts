import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@lectern/testing';
import { Client } from 'pg';
import { createDatabaseRoles, databaseRoles } from './create-database-roles.ts';

const passwords = { gateway: `it's "g"`, rag: 'r', llm: 'l', mcp: 'm' };
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await createDatabaseRoles({ databaseUrl: database.url, passwords });
});
afterAll(async () => {
  for (const { name } of Object.values(databaseRoles)) {
    await database.pool.query(`drop owned by ${name}; drop role ${name}`);
  }
  await database[Symbol.asyncDispose]();
});

/** Returns the error code of a query by a role. */
async function tryQuery(service: keyof typeof databaseRoles, sql: string): Promise<string> {
  const url = new URL(database.url);
  const client = new Client({
    host: url.hostname,
    port: Number(url.port),
    database: url.pathname.slice(1),
    user: databaseRoles[service].name,
    password: passwords[service],
  });
  await client.connect();
  try {
    await client.query(sql);
    return 'allowed';
  } catch (error) {
    return (error as { code: string }).code;
  } finally {
    await client.end();
  }
}

const denied = '42501';

describe('database roles', () => {
  it.each([
    ['gateway', 'select 1 from auth."user"', 'allowed'],
    ['gateway', 'select 1 from rag.documents', denied],
    ['rag', 'delete from rag.documents', 'allowed'],
    ['rag', 'select 1 from auth.principals', 'allowed'],
    ['rag', 'select 1 from auth.teams', 'allowed'],
    ['rag', 'select 1 from auth.principal_teams', 'allowed'],
    ['rag', 'select 1 from auth.principal_emails', 'allowed'],
    ['rag', 'select 1 from auth."user"', denied],
    ['rag', 'create table rag.more (id int)', denied],
    ['rag', 'create sequence queue.more', 'allowed'],
    ['llm', 'delete from llm.conversations', 'allowed'],
    ['llm', 'select 1 from llm.checkpoints', 'allowed'],
    ['llm', 'select 1 from auth.principals', 'allowed'],
    ['llm', 'select 1 from auth.principal_teams', 'allowed'],
    ['llm', 'select 1 from auth.principal_emails', denied],
    ['llm', 'select 1 from auth.revocations', 'allowed'],
    ['llm', 'select 1 from auth."user"', denied],
    ['mcp', 'delete from mcp.literature_records', 'allowed'],
    ['mcp', 'delete from mcp.mcp_servers', 'allowed'],
    ['mcp', 'select 1 from auth.principal_teams', 'allowed'],
    ['mcp', 'select 1 from auth.revocations', 'allowed'],
    ['mcp', 'select 1 from auth."user"', denied],
    ['mcp', 'select 1 from llm.conversations', denied],
    ['llm', 'select 1 from mcp.mcp_servers', denied],
    ['llm', "update llm.mcp_servers set name = 'of a process of the version before'", 'allowed'],
    [
      'llm',
      `insert into llm.mcp_servers (id, organisation_id, name, description, url, enabled,
        visible_to_everyone, visible_roles, visible_team_ids, timeout_ms, confirm, created_by)
        values (gen_random_uuid(), 'o', 'n', '', 'https://a.example', true, true, '{}', '{}', 1,
        'all', 'u')`,
      'allowed',
    ],
  ] as const)('%s: %s is %s', async (service, sql, outcome) => {
    expect(await tryQuery(service, sql)).toBe(outcome);
  });

  it('are granted tables that came later, with a new password', async () => {
    await database.pool.query('create table llm.later (id int)');
    expect(await tryQuery('llm', 'select 1 from llm.later')).toBe(denied);
    await createDatabaseRoles({ databaseUrl: database.url, passwords });
    expect(await tryQuery('llm', 'select 1 from llm.later')).toBe('allowed');
  });
});
