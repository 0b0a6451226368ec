import type { McpServer, McpServerTool } from '@lectern/contracts';
import type { Selectable } from 'kysely';
import type { McpServerRow, StoredDefinition } from '../upstream-tables.ts';

export function toMcpServer(
  row: Selectable<McpServerRow> & {
    readonly tool_count: number | null;
    readonly held_tool_count: number | null;
    readonly is_managed: boolean;
  },
): McpServer {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    url: row.is_managed ? row.url : originOf(row.url),
    header_names: row.header_names,
    has_oauth: row.has_oauth,
    enabled: row.enabled,
    allowed_tools: row.allowed_tools,
    visibility: {
      everyone: row.visible_to_everyone,
      roles: row.visible_roles as McpServer['visibility']['roles'],
      team_ids: row.visible_team_ids,
    },
    timeout_ms: row.timeout_ms,
    confirm: row.confirm,
    health: {
      state: row.health_state,
      since: row.health_since.toISOString(),
      message: row.health_message,
      reason: row.health_reason,
    },
    tool_count: row.tool_count ?? 0,
    held_tool_count: row.held_tool_count ?? 0,
    indexed_at: row.indexed_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export function toMcpServerTool(
  row: {
    readonly name: string;
    readonly definition: StoredDefinition;
    readonly digest: string;
    readonly held: StoredDefinition | null;
    readonly held_digest: string | null;
    readonly offered: boolean;
  },
  confirm: McpServer['confirm'],
): McpServerTool {
  return {
    name: row.name,
    ...row.definition,
    needs_confirmation: needsConfirmation(confirm, row.definition.read_only),
    offered: row.offered,
    is_new: row.digest === '',
    change: row.held && row.held_digest ? { ...row.held, digest: row.held_digest } : null,
  };
}

export function needsConfirmation(confirm: McpServer['confirm'], readOnly: boolean): boolean {
  return confirm === 'all' || (confirm === 'writes' && !readOnly);
}

/** Omits path and query, which may contain a secret. */
export function originOf(url: string): string {
  return /^https?:/i.test(url) ? new URL(url).origin : url;
}
