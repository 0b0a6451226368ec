import type { Permission } from '@lectern/contracts';
import {
  type Caller,
  type CallerName,
  callers,
  type Person,
  type PersonName,
  people,
} from './callers.ts';

/**
 * Targets of a request: a collection that is granted to some members of the organisation, one
 * without grants, one of the foreign organisation, and an unknown id. For things of one person: the
 * caller's own, a colleague's, and one of the foreign organisation. For members and invitations:
 * role member, role owner, and the foreign organisation.
 */
export const targets = ['granted', 'ungranted', 'foreign', 'unknown'] as const;
export type Target = (typeof targets)[number];

/** The right that each person must have on a collection and all in it. The viewer's grant says `write`. */
const collectionRights: Readonly<Record<Target, Partial<Record<PersonName, Permission>>>> = {
  granted: {
    viewer: 'read',
    reader: 'read',
    writer: 'write',
    manager: 'manage',
    admin: 'manage',
    owner: 'manage',
    'second owner': 'manage',
  },
  ungranted: { admin: 'manage', owner: 'manage', 'second owner': 'manage' },
  foreign: { 'foreign owner': 'manage' },
  unknown: {},
};

export const subjects = [
  'collection',
  'document',
  'conversation',
  'shared_conversation',
  'bin_entry',
  'research',
  'key',
  'address',
  'member',
  'invitation',
  'team',
  'organisation',
  'mcp_server',
  'model',
  'budget',
  'prompt',
  'assistant',
  'evaluation_set',
  'source',
] as const;
export type Subject = (typeof subjects)[number];

/** The right on a target; undefined where the caller must not learn that it exists. */
export function findRight(
  about: Subject,
  target: Target,
  person: PersonName,
): Permission | undefined {
  switch (about) {
    case 'collection':
    case 'document':
    case 'source':
      return collectionRights[target][person];
    case 'conversation':
    case 'bin_entry':
    case 'research':
    case 'key':
      return target === 'granted' ? 'manage' : undefined;
    case 'address':
    case 'organisation':
      return isOfOwnOrganisation(target, person) && target !== 'ungranted' ? 'manage' : undefined;
    case 'shared_conversation':
      return isOfOwnOrganisation(target, person) && target !== 'ungranted' ? 'read' : undefined;
    case 'mcp_server':
    case 'prompt':
    case 'assistant':
    case 'model':
      return findSharedRight(target, person);
    case 'team':
    case 'budget':
    case 'evaluation_set':
      return isOfOwnOrganisation(target, person) ? 'manage' : undefined;
    case 'member':
    case 'invitation':
      if (!isOfOwnOrganisation(target, person)) return undefined;
      return target === 'ungranted' && people[person].role !== 'owner' ? 'read' : 'manage';
  }
}

/** One server or model is for everybody of its organisation, the other for its admins. */
function findSharedRight(target: Target, person: PersonName): Permission | undefined {
  if (!isOfOwnOrganisation(target, person)) return undefined;
  const { role }: Person = people[person];
  if (role === 'owner' || role === 'admin') return 'manage';
  return target === 'ungranted' ? undefined : 'read';
}

function isOfOwnOrganisation(target: Target, person: PersonName): boolean {
  const isForeign = people[person].organisation === 'foreign';
  return target !== 'unknown' && (target === 'foreign') === isForeign;
}

/** Returns true if a caller may read the collection of a target. */
export function maySee(name: CallerName, target: Target): boolean {
  const { person }: Caller = callers[name];
  return person !== undefined && findRight('collection', target, person) !== undefined;
}
