import { Client } from 'pg';

/** Login of a service with its rights: its own schemas, and some views of others. */
export interface DatabaseRole {
  readonly name: string;
  readonly schemas: readonly string[];
  readonly views?: readonly string[];
  /**
   * Schemas in which it may create objects at run time: BullMQ creates a sequence for each queue.
   */
  readonly creates?: readonly string[];
}

export const databaseRoles = {
  gateway: { name: 'lectern_gateway', schemas: ['auth'] },
  rag: {
    name: 'lectern_rag',
    schemas: ['rag', 'queue'],
    views: [
      'auth.principals',
      'auth.principal_teams',
      'auth.principal_emails',
      'auth.teams',
      'auth.revocations',
    ],
    creates: ['queue'],
  },
  llm: {
    name: 'lectern_llm',
    schemas: ['llm'],
    views: ['auth.principals', 'auth.principal_teams', 'auth.teams', 'auth.revocations'],
  },
  mcp: {
    name: 'lectern_mcp',
    schemas: ['mcp'],
    views: ['auth.principals', 'auth.principal_teams', 'auth.teams', 'auth.revocations'],
  },
} as const satisfies Record<string, DatabaseRole>;

export interface CreateRolesOptions {
  /** Login of the owner of all schemas. */
  readonly databaseUrl: string;
  readonly passwords: Readonly<Record<keyof typeof databaseRoles, string>>;
}

/**
 * Creates each service's role, sets its password and grants its rights. Run it after every
 * migration, so that new tables are granted.
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

/** One query with several statements is one transaction. */
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
