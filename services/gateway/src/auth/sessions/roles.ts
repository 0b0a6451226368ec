import { allScopes, type Role, type Scope } from '@lectern/contracts';
import { createAccessControl } from 'better-auth/plugins/access';
import {
  adminAc,
  defaultStatements,
  memberAc,
  ownerAc,
} from 'better-auth/plugins/organization/access';

const ofMembers = allScopes.filter((scope) => scope !== 'admin' && scope !== 'files');

/** What people of each role may ever do; grants on collections are read by rag at each call. */
const scopesByRole: Readonly<Record<Role, readonly Scope[]>> = {
  owner: allScopes,
  admin: allScopes,
  member: ofMembers,
  viewer: ofMembers.filter((scope) => scope !== 'documents:write'),
};

/** Who is above whom. */
export const rankOfRole: Readonly<Record<Role, number>> = {
  viewer: 0,
  member: 1,
  admin: 2,
  owner: 3,
};

/** The scopes that somebody of this role can have at most. */
export function findScopesOfRole(role: Role): readonly Scope[] {
  return scopesByRole[role];
}

export const accessControl = createAccessControl(defaultStatements);

/** better-auth's own rights by role: who may change members, invitations and teams. */
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
