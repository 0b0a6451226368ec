import { z } from 'zod';

export const roleSchema = z.enum(['owner', 'admin', 'member', 'viewer']);
export type Role = z.infer<typeof roleSchema>;

export const scopeSchema = z.enum([
  'search',
  'documents:read',
  'documents:write',
  'chat',
  'mcp',
  /** File tools of MCP. */
  'files',
  'admin',
]);
export type Scope = z.infer<typeof scopeSchema>;
export const allScopes: readonly Scope[] = scopeSchema.options;

/** The caller: claims of an internal token, as services see them. */
export interface Principal {
  readonly userId: string;
  readonly organisationId: string;
  readonly scopes: readonly Scope[];
  /** Id of the run (a chat turn, a tool call) of this request. */
  readonly runId: string | undefined;
  /**
   * The caller's credential: `session:<id>`, `key:<id>`, `oauth:<client>`; followed by `:lent` in a
   * token for another person.
   */
  readonly credential?: string | undefined;
  /** True for the administrator of the installation on a route for administrators. */
  readonly isOperator?: boolean;
}

/** Header with the milliseconds that the caller will wait. */
export const deadlineHeader = 'x-deadline-ms';
export const requestIdHeader = 'x-request-id';
/** Marks tool calls of the suite's own agent, which may always pass a conversation's collections. */
export const ownAgentHeader = 'x-lectern-agent';
/** Header of a service's response with the changes for the audit log. The gateway removes it. */
export const auditDetailsHeader = 'x-audit-details';
