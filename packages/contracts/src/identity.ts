import { z } from 'zod';

export const roleSchema = z.enum(['owner', 'admin', 'member', 'viewer']);
export type Role = z.infer<typeof roleSchema>;

export const scopeSchema = z.enum([
  'search',
  'documents:read',
  'documents:write',
  'chat',
  'mcp',
  /** The file tools of MCP. */
  'files',
  'admin',
]);
export type Scope = z.infer<typeof scopeSchema>;
export const allScopes: readonly Scope[] = scopeSchema.options;

/** Who calls: the claims of an internal token, as services see them. */
export interface Principal {
  readonly userId: string;
  readonly organisationId: string;
  readonly scopes: readonly Scope[];
  /** Id of the run (a chat turn, a tool call) that this request belongs to. */
  readonly runId: string | undefined;
  /** What the caller identified with: `session:<id>`, `key:<id>`, `oauth:<client>`; with `:lent` behind it in a token for another person. */
  readonly credential?: string | undefined;
  /** Comes through the gateway to a route for the administrator of the installation, who it is. */
  readonly isOperator?: boolean;
}

/** Header with the milliseconds that the caller still waits. */
export const deadlineHeader = 'x-deadline-ms';
export const requestIdHeader = 'x-request-id';
/** Of a service's answer: what the request changed, for the audit log. The gateway keeps it. */
export const auditDetailsHeader = 'x-audit-details';
