import type { AuditAction, Role } from '@lectern/contracts';
import { type ColumnType, type Generated, Kysely, PostgresDialect } from 'kysely';
import type { Pool } from 'pg';

/** Columns of better-auth's tables that our own queries use, and our own tables, all in `auth`. */
export interface AuthTables {
  user: {
    id: string;
    name: string;
    email: string;
    emailVerified: boolean;
    createdAt: Generated<Date>;
    updatedAt: Generated<Date>;
    /** Id of the organisation whose identity provider made the account. */
    provisionedBy: string | null;
    /** `admin` for administrators of the installation. */
    role: string | null;
    twoFactorEnabled: boolean | null;
  };
  session: {
    id: string;
    expiresAt: Date;
    userId: string;
    activeOrganizationId: string | null;
    activeTeamId: string | null;
    usedAt: Generated<Date>;
  };
  account: {
    id: string;
    accountId: string;
    providerId: string;
    userId: string;
    password: string | null;
    createdAt: Generated<Date>;
    updatedAt: Date;
  };
  verification: { identifier: string; value: string; updatedAt: Date };
  organization: {
    id: string;
    name: string;
    slug: string;
    createdAt: Date;
    madeBy: string | null;
  };
  team: {
    id: string;
    name: string;
    organizationId: string;
    externalId: string | null;
    createdAt: Date;
    updatedAt: Date | null;
  };
  teamMember: { id: string; teamId: string; userId: string; createdAt: Date | null };
  member: {
    id: string;
    organizationId: string;
    userId: string;
    role: string;
    createdAt: Date;
    disabled: Generated<boolean>;
    /** Attributes of a SCIM user. */
    userName: string | null;
    externalId: string | null;
    profile: ColumnType<unknown, string | undefined, string>;
    updatedAt: Generated<Date>;
  };
  sign_in_settings: {
    organisation_id: string;
    issuer: string | null;
    client_id: string | null;
    client_secret: string | null;
    saml_entry_point: string | null;
    saml_certificates: string[] | null;
    enforced: Generated<boolean>;
    max_session_hours: number | null;
    idle_minutes: number | null;
  };
  sign_in_domains: {
    organisation_id: string;
    domain: string;
    token: string;
    verified_at: Date | null;
    created_at: Generated<Date>;
  };
  scim_tokens: {
    id: string;
    organisation_id: string;
    name: string;
    token_hash: string;
    made_by: string | null;
    created_at: Generated<Date>;
    last_used_at: Date | null;
  };
  invitation: {
    id: string;
    organizationId: string;
    email: string;
    role: Role;
    status: string;
    expiresAt: Date;
    createdAt: Generated<Date>;
    inviterId: string;
    token_hash: string | null;
  };
  apikey: {
    id: string;
    name: string | null;
    start: string | null;
    /** Id of the person. */
    referenceId: string;
    key: string;
    enabled: boolean | null;
    lastRequest: Date | null;
    expiresAt: Date | null;
    createdAt: Date;
    /** JSON of scopes by resource. */
    permissions: string | null;
    /** JSON with `organisation_id`. */
    metadata: string | null;
  };
  passkey: { id: string; userId: string; credentialID: string };
  twoFactor: { id: string; userId: string };
  oauthClient: {
    clientId: string;
    name: string | null;
    disabled: boolean | null;
    skipConsent: boolean | null;
  };
  oauthConsent: {
    id: string;
    clientId: string;
    userId: string | null;
    /** Id of the organisation. */
    referenceId: string | null;
    scopes: string[];
    updatedAt: Date;
  };
  principals: {
    user_id: string;
    organisation_id: string;
    role: Role;
    disabled: boolean;
  };
  principal_teams: { user_id: string; organisation_id: string; team_id: string };
  one_time_tokens: {
    token_hash: string;
    purpose: 'setup' | 'sign_in' | 'password';
    user_id: string | null;
    expires_at: Date;
    made_by: string | null;
    organisation_id: string | null;
  };
  audit_log: {
    id: ColumnType<string, never, never>;
    at: Generated<Date>;
    organisation_id: string | null;
    action: AuditAction;
    actor_id: string | null;
    target: string | null;
    address: string | null;
    request_id: string | null;
    details: ColumnType<Record<string, unknown>, string, never>;
    /** Computed by the database. */
    hash: ColumnType<Buffer, never, never>;
  };
  audit_exports: { one: ColumnType<boolean, never, never>; last_id: string };
  used_codes: {
    code_hash: string;
    user_id: string;
    organisation_id: string | null;
    client_id: string;
    at: Generated<Date>;
  };
  second_factor_codes: { user_id: string; code: string; at: Generated<Date> };
  rate_limits: { key: string; tokens: number; granted: number; filled_at: Date };
  call_counts: { process_id: string; organisation_id: string };
  idempotency_keys: {
    id: string;
    organisation_id: string;
    user_id: string;
    request: string;
    claim: string;
    status: number | null;
    answer: string | null;
    expires_at: Date;
  };
}

export type Database = Kysely<AuthTables>;

export function createDatabase(pool: Pool): Database {
  return new Kysely<AuthTables>({ dialect: new PostgresDialect({ pool }) }).withSchema('auth');
}
