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
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { admin } from 'better-auth/plugins/admin';
import { organization } from 'better-auth/plugins/organization';
import { PostgresDialect } from 'kysely';
import type { Pool } from 'pg';
import type { AuditLog } from '../../audit/audit-log.ts';
import { findFirstOrganisation } from '../../members/sign-in-facts.ts';
import { findOwnOrigins } from '../caller/origins.ts';
import { accessControl, organisationRoles } from '../caller/roles.ts';
import { answerForbidden } from './answer-forbidden.ts';
import { auditEndpoints } from './audit-endpoints.ts';
import { checkActiveOrganisation } from './check-active-organisation.ts';
import { recordConnectionFailures } from './fail-on-database-error.ts';
import { findSessionAction } from './find-session-action.ts';
import { limitCreatedOrganisations } from './limit-created-organisations.ts';
import { closeOtherRoutes } from './open-auth-paths.ts';
import { type PasswordHasher, queuePasswordHashes } from './password-hash-queue.ts';
import { sessionEndpoint } from './session-endpoint.ts';
import { clientAddressHeader } from './to-auth-request.ts';
import { validateNames } from './validate-names.ts';

export const apiKeyPrefix = 'lct_';

const passkeyPath: OpenAuthPath = '/passkey/verify-authentication';
const daySeconds = 86_400;

export type ValidateUserInfo = NonNullable<
  NonNullable<BetterAuthOptions['user']>['validateUserInfo']
>;

export interface AuthOptions {
  readonly pool: Pool;
  /** Signs cookies. */
  readonly secret: string;
  /** Where people reach the gateway; https makes cookies secure. */
  readonly publicUrl: string;
  readonly auditLog: AuditLog;
  /** Whether members may make further organisations, twenty each; else administrators alone. */
  readonly membersMakeOrganisations?: boolean;
  /** Whether what an identity provider says of a person is accepted. */
  readonly validateUserInfo?: ValidateUserInfo;
  /** better-auth's own unless given. */
  readonly passwordHasher?: PasswordHasher | undefined;
  /** Plugins that settings switch on. */
  readonly plugins?: readonly BetterAuthPlugin[];
  readonly logger: Logger;
}

export type Auth = ReturnType<typeof createAuth>;

/**
 * People, sessions, organisations, teams and API keys, kept by better-auth in the schema `auth`.
 * Sign-up is closed; of better-auth's own routes only a list is open.
 */
export function createAuth({
  pool,
  secret,
  publicUrl,
  auditLog,
  membersMakeOrganisations = false,
  validateUserInfo = () => undefined,
  passwordHasher = { hash: hashPassword, verify: verifyPassword },
  plugins = [],
  logger,
}: AuthOptions) {
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
    // Accounts come by invitation, without a mail that verifies; the provider must have verified.
    account: {
      encryptOAuthTokens: true,
      accountLinking: { requireLocalEmailVerified: false },
    },
    // What a session's age would have to prove takes the password here.
    session: { expiresIn: 7 * daySeconds, updateAge: daySeconds, freshAge: 0 },
    advanced: {
      // Browsers take a name like this over TLS alone, and from this very host.
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
          before: async (session) => ({
            data: {
              ...session,
              activeOrganizationId:
                session.activeOrganizationId ?? (await findFirstOrganisation(pool, session.userId)),
            },
          }),
          after: async (session, context) => {
            const impersonator = session.impersonatedBy as string | null | undefined;
            const action = impersonator
              ? 'account.impersonated'
              : await findSessionAction(pool, session.userId, context);
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
    hooks: { after: auditEndpoints(pool, auditLog) },
    logger: {
      level: 'warn',
      log: (level, message) => logger[level === 'error' ? 'error' : 'warn']({ message }, 'auth'),
    },
    plugins: [
      closeOtherRoutes(),
      checkActiveOrganisation(pool),
      validateNames(),
      organization({
        ac: accessControl,
        roles: organisationRoles,
        teams: { enabled: true, defaultTeam: { enabled: false } },
        allowUserToCreateOrganization: (user) => membersMakeOrganisations || user.role === 'admin',
        ...limitCreatedOrganisations(pool),
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
      // Behind all that look at what was refused.
      answerForbidden(),
    ],
  });
}
