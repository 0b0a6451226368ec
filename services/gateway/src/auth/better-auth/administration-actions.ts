import type { mcp } from '@better-auth/mcp';
import type { AuditAction } from '@lectern/contracts';
import type { AdminOptions, admin } from 'better-auth/plugins/admin';
import type {
  OrganizationEndpoints,
  OrganizationOptions,
  TeamEndpoints,
} from 'better-auth/plugins/organization';

type AdministrationPath = `/organization/${string}` | `/admin/${string}`;

/** Paths of a plugin's administration that change something. */
type ChangePaths<Endpoints> = {
  [Name in keyof Endpoints]: Endpoints[Name] extends {
    path: infer Path;
    options: { method: infer Method };
  }
    ? 'GET' extends Method
      ? never
      : Extract<Path, AdministrationPath>
    : never;
}[keyof Endpoints];

type ChangePath =
  | ChangePaths<OrganizationEndpoints<OrganizationOptions>>
  | ChangePaths<TeamEndpoints<OrganizationOptions>>
  | ChangePaths<ReturnType<typeof admin<AdminOptions>>['endpoints']>
  | ChangePaths<ReturnType<typeof mcp>['endpoints']>;

/**
 * Audit action of each endpoint that changes people, members or organisations. Undefined for a POST
 * that only reads, and for changes that are audited elsewhere.
 */
const actions: Readonly<Record<ChangePath, AuditAction | undefined>> = {
  '/organization/create': 'organisation.created',
  '/organization/update': 'organization.update',
  '/organization/delete': 'organisation.deleted',
  '/organization/set-active': undefined,
  '/organization/check-slug': undefined,
  '/organization/has-permission': undefined,
  '/organization/invite-member': 'invitation.created',
  '/organization/cancel-invitation': 'invitation.revoked',
  '/organization/accept-invitation': 'organization.accept-invitation',
  '/organization/reject-invitation': 'organization.reject-invitation',
  '/organization/remove-member': 'member.removed',
  '/organization/update-member-role': 'member.role_changed',
  '/organization/leave': 'organization.leave',
  '/organization/create-team': 'team.created',
  '/organization/update-team': 'organization.update-team',
  '/organization/remove-team': 'team.deleted',
  '/organization/set-active-team': undefined,
  '/organization/add-team-member': 'team.member_added',
  '/organization/remove-team-member': 'team.member_removed',
  '/admin/set-role': 'admin.set-role',
  '/admin/create-user': 'admin.create-user',
  '/admin/update-user': 'admin.update-user',
  '/admin/ban-user': 'admin.ban-user',
  '/admin/unban-user': 'admin.unban-user',
  // Audited when its session starts.
  '/admin/impersonate-user': undefined,
  '/admin/stop-impersonating': 'admin.stop-impersonating',
  '/admin/list-user-sessions': undefined,
  '/admin/revoke-user-session': 'admin.revoke-user-session',
  '/admin/revoke-user-sessions': 'admin.revoke-user-sessions',
  '/admin/remove-user': 'admin.remove-user',
  '/admin/set-user-password': 'admin.set-user-password',
  '/admin/has-permission': undefined,
  '/admin/oauth2/create-client': 'admin.oauth2.create-client',
  '/admin/oauth2/update-client': 'admin.oauth2.update-client',
  '/admin/oauth2/resources': 'admin.oauth2.create-resource',
  '/admin/oauth2/resources/:identifier': 'admin.oauth2.change-resource',
  '/admin/oauth2/resources/:identifier/clients/:client_id': 'admin.oauth2.change-resource-clients',
};

/** Returns the audit action of a better-auth endpoint; undefined if it is not audited. */
export function findAdministrationAction(path: string): AuditAction | undefined {
  return Object.hasOwn(actions, path) ? actions[path as ChangePath] : undefined;
}
