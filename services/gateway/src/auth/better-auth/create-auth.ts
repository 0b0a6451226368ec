import { randomUUID } from 'node:crypto';
import { apiKey } from '@better-auth/api-key';
import {
  authPath,
  minPasswordLength,
  type OpenAuthPath,
  requestIdHeader,
} from '@lectern/contracts';
import type { Logger } from '@lectern/service';
import { type BetterAuthOptions, type BetterAuthPlugin, betterAuth } from 'better-auth';
import { APIError } from 'better-auth/api';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { admin } from 'better-auth/plugins/admin';
import { organization } from 'better-auth/plugins/organization';
import { PostgresDialect } from 'kysely';
import type { Pool } from 'pg';
import type { AuditLog } from '../../audit/audit-log.ts';
import { createDatabase } from '../../database/tables.ts';
import { findFirstOrganisation, mustUseSso } from '../../members/sign-in-facts.ts';
import { findOwnOrigins } from '../caller/origins.ts';
import { accessControl, organisationRoles } from '../caller/roles.ts';
import { answerForbidden } from './answer-forbidden.ts';
import { auditEndpoints } from './audit-endpoints.ts';
import { checkActiveOrganisation } from './check-active-organisation.ts';
import { recordConnectionFailures } from './fail-on-database-error.ts';
import { findSessionAction } from './find-session-action.ts';
import { limitCreatedOrganisations } from './limit-created-organisations.ts';
import { onPath, onSsoCallback } from './on-path.ts';
import { closeOtherRoutes } from './open-auth-paths.ts';
import { type PasswordHasher, queuePasswordHashes } from './password-hash-queue.ts';
import { sessionEndpoint } from './session-endpoint.ts';
import { clientAddressHeader } from './to-auth-request.ts';
import { validateNames } from './validate-names.ts';

export const apiKeyPrefix = 'lct_';

const passkeyPath: OpenAuthPath = '/passkey/verify-authentication';
const onSecondFactor = onPath('/two-factor/verify-totp', '/two-factor/verify-backup-code');

export type ValidateUserInfo = NonNullable<
  NonNullable<BetterAuthOptions['user']>['validateUserInfo']
>;

export interface AuthOptions {
  readonly pool: Pool;
  /** Key that signs cookies. */
  readonly secret: string;
  /** Public address of the gateway; https makes cookies secure. */
  readonly publicUrl: string;
  /**
   * In seconds: the life of an unused session, and the age from which a use extends it. Default:
   * better-auth's own.
   */
  readonly sessionTimes?: { readonly expiresIn: number; readonly updateAge: number };
  readonly auditLog: AuditLog;
  /** True if members may create up to twenty organisations; false for administrators only. */
  readonly membersMakeOrganisations?: boolean;
  /** Decides whether a person's claims from an identity provider are accepted. */
  readonly validateUserInfo?: ValidateUserInfo;
  /** Default: better-auth's own. */
  readonly passwordHasher?: PasswordHasher | undefined;
  /** Plugins that depend on settings. */
  readonly plugins?: readonly BetterAuthPlugin[];
  readonly logger: Logger;
}

export type Auth = ReturnType<typeof createAuth>;

/**
 * Creates better-auth with people, sessions, organisations, teams and API keys in the schema
 * `auth`. Sign-up is closed, and only a list of its routes is open.
 */
export function createAuth({
  pool,
  secret,
  publicUrl,
  sessionTimes,
  auditLog,
  membersMakeOrganisations = false,
  validateUserInfo = () => undefined,
  passwordHasher = { hash: hashPassword, verify: verifyPassword },
  plugins = [],
  logger,
}: AuthOptions) {
  const database = createDatabase(pool);
  const isHttps = publicUrl.startsWith('https:');
  return betterAuth({
    appName: 'Lectern',
    baseURL: publicUrl,
    basePath: authPath,
    secret,
    trustedOrigins: [...findOwnOrigins(publicUrl)],
    telemetry: { enabled: false },
    database: {
      dialect: new PostgresDialect({ pool: recordConnectionFailures(pool) }),
      type: 'postgres',
      schemaName: 'auth',
      transaction: true,
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength,
      password: queuePasswordHashes(passwordHasher),
    },
    user: { validateUserInfo },
    // Accounts are created by invitation, without a verified address; the provider must have
    // verified it.
    account: {
      encryptOAuthTokens: true,
      accountLinking: { requireLocalEmailVerified: false },
    },
    // Routes that the library protects by a session's age require the password here.
    session: { ...sessionTimes, freshAge: 0 },
    advanced: {
      // Browsers accept this prefix only over TLS and from this host.
      cookiePrefix: isHttps ? '__Host-lectern' : 'lectern',
      useSecureCookies: false,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', secure: isHttps },
      database: { generateId: () => randomUUID() },
      ipAddress: { ipAddressHeaders: [clientAddressHeader] },
    },
    rateLimit: { enabled: false },
    onAPIError: { throw: true, errorURL: '/oauth/error' },
    databaseHooks: {
      session: {
        create: {
          before: async (session, context) => {
            // A session that replaces another one of the person is no new sign-in.
            const isSso =
              onSsoCallback(context ?? {}) || context?.context.session?.user.id === session.userId;
            if (!isSso && !onSecondFactor(context ?? {})) {
              if (await mustUseSso(database, session.userId)) {
                throw new APIError('FORBIDDEN', {
                  code: 'SSO_REQUIRED',
                  message: 'Sign in at the identity provider of your organisation.',
                });
              }
            }
            return {
              data: {
                ...session,
                activeOrganizationId:
                  session.activeOrganizationId ??
                  (await findFirstOrganisation(database, session.userId)),
              },
            };
          },
          after: async (session, context) => {
            const impersonator = session.impersonatedBy as string | null | undefined;
            const action = impersonator
              ? 'account.impersonated'
              : await findSessionAction(database, session.userId, context);
            if (!action) return;
            await auditLog.add({
              action,
              organisationId: (session.activeOrganizationId as string | null) ?? undefined,
              actorId: impersonator ?? session.userId,
              target: impersonator ? session.userId : undefined,
              address: session.ipAddress ?? undefined,
              requestId: context?.headers?.get(requestIdHeader) ?? undefined,
              ...(context?.path === passkeyPath && { details: { by: 'passkey' } }),
            });
          },
        },
      },
    },
    hooks: { after: auditEndpoints(database, auditLog) },
    logger: {
      level: 'warn',
      log: (level, message) => logger[level === 'error' ? 'error' : 'warn']({ message }, 'auth'),
    },
    plugins: [
      closeOtherRoutes(),
      checkActiveOrganisation(database),
      validateNames(),
      organization({
        ac: accessControl,
        roles: organisationRoles,
        teams: { enabled: true, defaultTeam: { enabled: false } },
        allowUserToCreateOrganization: (user) => membersMakeOrganisations || user.role === 'admin',
        ...limitCreatedOrganisations(database),
      }),
      admin(),
      sessionEndpoint(),
      apiKey({
        defaultPrefix: apiKeyPrefix,
        enableMetadata: true,
        maximumNameLength: 100,
        startingCharactersConfig: { charactersLength: 10 },
        keyExpiration: { maxExpiresIn: 3_650 },
        rateLimit: { enabled: false },
      }),
      ...plugins,
      // Last, behind all plugins that inspect errors.
      answerForbidden(),
    ],
  });
}
