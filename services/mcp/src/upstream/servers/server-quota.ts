import { OrganisationQuota } from '@lectern/service';
import { sql } from 'kysely';

/** Outside MCP servers that an organisation may register. */
export function createServerQuota(limit: number): OrganisationQuota {
  return new OrganisationQuota({
    quota: 'mcp_servers',
    things: 'MCP servers',
    remedy: 'Delete some first.',
    rowsOf: (id) => sql`mcp.mcp_servers where organisation_id = ${id}`,
    limit,
  });
}
