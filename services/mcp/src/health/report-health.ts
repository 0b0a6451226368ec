import type { Health } from '@lectern/contracts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import { mcpRevisions, mcpServerName } from '../server/mcp-identity.ts';
import type { ServerCounts } from '../upstream/servers/count-servers.ts';

/** Callers of the health check wait little longer. */
const ragTimeoutMs = 1_000;

export interface HealthSources {
  readonly knowledge: Pick<Knowledge, 'checkHealth'>;
  /** Undefined: there is no database. */
  readonly upstream: { readonly countServers: () => Promise<ServerCounts> } | undefined;
}

interface McpHealth {
  readonly status: Health['status'];
  readonly mcp: {
    readonly name: string;
    readonly version: string;
    readonly revisions: readonly string[];
  };
  readonly rag: { readonly status: Health['status'] };
  readonly outside_servers?: ServerCounts;
  readonly [fact: string]: unknown;
}

/**
 * Returns the answer of `GET /health`: degraded while the knowledge service or the database does
 * not answer.
 */
export async function reportHealth(
  { knowledge, upstream }: HealthSources,
  version: string,
): Promise<McpHealth> {
  const [rag, database] = await Promise.all([
    knowledge.checkHealth(ragTimeoutMs),
    upstream ? readServers(upstream) : ({} as DatabaseState),
  ]);
  const isDegraded = rag === 'unavailable' || database.database === 'unavailable';
  return {
    status: isDegraded ? 'degraded' : 'ok',
    mcp: { name: mcpServerName, version, revisions: mcpRevisions },
    rag: { status: rag },
    ...database,
  };
}

interface DatabaseState {
  readonly database?: 'ok' | 'unavailable';
  readonly outside_servers?: ServerCounts;
}

async function readServers({
  countServers,
}: NonNullable<HealthSources['upstream']>): Promise<DatabaseState> {
  try {
    return { database: 'ok', outside_servers: await countServers() };
  } catch {
    return { database: 'unavailable' };
  }
}
