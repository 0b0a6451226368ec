import { Client } from 'pg';

/** A service's login, and what it may use: its own schemas whole, some views of others. */
export interface DatabaseRole {
  readonly name: string;
  readonly schemas: readonly string[];
  readonly views?: readonly string[];
  /** Where it may make objects while it works: BullMQ makes a sequence for each queue. */
  readonly creates?: readonly string[];
}

export const databaseRoles = {
  gateway: { name: 'lectern_gateway', schemas: ['auth'] },
  rag: {
    name: 'lectern_rag',
    schemas: ['rag', 'queue'],
    views: ['auth.principals', 'auth.principal_teams', 'auth.teams', 'auth.revocations'],
    creates: ['queue'],
  },
  llm: {
    name: 'lectern_llm',
    schemas: ['llm'],
    views: ['auth.principals', 'auth.principal_teams', 'auth.revocations'],
  },
  mcp: {
    name: 'lectern_mcp',
    schemas: ['mcp'],
    views: ['auth.principals', 'auth.principal_teams', 'auth.revocations'],
  },
} as const satisfies Record<string, DatabaseRole>;

export interface CreateRolesOptions {
  /** Of the owner of every schema. */
  readonly databaseUrl: string;
  readonly passwords: Readonly<Record<keyof typeof databaseRoles, string>>;
}

/**
 * Makes each service's role, sets its password and grants what it may use. To be run after every
 * migration: new tables are granted with the old.
 */
export async function createDatabaseRoles({
  databaseUrl,
  passwords,
}: CreateRolesOptions): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const service of Object.keys(databaseRoles) as (keyof typeof databaseRoles)[]) {
      await client.query(toSql(client, databaseRoles[service], passwords[service]));
    }
  } finally {
    await client.end();
  }
}

/** Statements of one query are one transaction. */
function toSql(client: Client, role: DatabaseRole, password: string): string {
  const name = client.escapeIdentifier(role.name);
  const ownSchemas = role.schemas.map((schema) => client.escapeIdentifier(schema));
  const foreignSchemas = (role.views ?? []).map((view) => view.slice(0, view.indexOf('.')));
  return [
    `do $$ begin create role ${name}; exception when duplicate_object then null; end $$`,
    `alter role ${name} login password ${client.escapeLiteral(password)}`,
    ...[...new Set([...ownSchemas, ...foreignSchemas])].map(
      (schema) => `grant usage on schema ${schema} to ${name}`,
    ),
    ...ownSchemas.flatMap((schema) => [
      `grant select, insert, update, delete, truncate on all tables in schema ${schema} to ${name}`,
      `grant usage, select on all sequences in schema ${schema} to ${name}`,
    ]),
    ...(role.creates ?? []).map((schema) => `grant create on schema ${schema} to ${name}`),
    ...(role.views ?? []).map((view) => `grant select on ${view} to ${name}`),
  ].join(';\n');
}
