import { allScopes, type Role, type Scope } from '@lectern/contracts';
import { createAccessControl } from 'better-auth/plugins/access';
import {
  adminAc,
  defaultStatements,
  memberAc,
  ownerAc,
} from 'better-auth/plugins/organization/access';

const memberScopes = allScopes.filter((scope) => scope !== 'admin' && scope !== 'files');

/** Maximum scopes by role. Grants on collections are checked by rag at each call. */
const scopesByRole: Readonly<Record<Role, readonly Scope[]>> = {
  owner: allScopes,
  admin: allScopes,
  member: memberScopes,
  viewer: memberScopes.filter((scope) => scope !== 'documents:write'),
};

/** Rank of each role; a higher number has more rights. */
export const rankOfRole: Readonly<Record<Role, number>> = {
  viewer: 0,
  member: 1,
  admin: 2,
  owner: 3,
};

/** Returns the scopes that a person of this role can have at most. */
export function findScopesOfRole(role: Role): readonly Scope[] {
  return scopesByRole[role];
}

/**
 * Scopes that an OAuth client can be granted for `/mcp`: `mcp` opens it, `chat` allows the tools that
 * answer (an own model, research), `documents:write` the tool that saves. A person can deny all but
 * `mcp`. Tools for files require an API key.
 */
export const toolScopes = ['mcp', 'chat', 'documents:write'] as const satisfies readonly Scope[];
export type ToolScope = (typeof toolScopes)[number];

/** Scope that gives an OAuth client a refresh token. */
export const refreshScope = 'offline_access';

export function isToolScope(name: string): boolean {
  return (toolScopes as readonly string[]).includes(name);
}

export const accessControl = createAccessControl(defaultStatements);

/** Rights inside better-auth by role: who may change members, invitations and teams. */
export const organisationRoles = {
  owner: ownerAc,
  admin: adminAc,
  member: memberAc,
  viewer: accessControl.newRole({
    organization: [],
    member: [],
    invitation: [],
    team: [],
    ac: ['read'],
  }),
} satisfies Record<Role, unknown>;
