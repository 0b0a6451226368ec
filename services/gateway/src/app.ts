import { createEndpointRoutes, createHttpApp, probeDatabase, version } from '@lectern/service';
import type { Express } from 'express';
import { createGuard } from './access/guard-endpoint.ts';
import { acceptOAuth, createCallerIdentifier } from './access/identify-caller.ts';
import { requireCaller } from './access/require-caller.ts';
import { mountAccountRoutes } from './account/account-routes.ts';
import { mountPasswordRoutes } from './account/password-routes.ts';
import { mountAdminRoutes } from './admin/admin-routes.ts';
import { mountReferenceRoutes } from './api-reference/reference-routes.ts';
import { refuseOtherMethods } from './api-reference/refuse-methods.ts';
import { createAudit } from './audit/audit.ts';
import { mountAuditRoutes, mountReportedEvents } from './audit/audit-routes.ts';
import { mountKeyRoutes } from './auth/api-keys/key-routes.ts';
import { mountAuthRoutes } from './auth/better-auth/auth-routes.ts';
import { findOwnOrigins } from './auth/caller/origins.ts';
import { toolScopes } from './auth/caller/roles.ts';
import { mountLinkRoutes } from './auth/first-run/link-routes.ts';
import { mountOidcRoutes } from './auth/oidc/oidc-routes.ts';
import { findPasskeySite } from './auth/passkeys/passkeys.ts';
import { createSessionTouch } from './auth/sessions/session-policy.ts';
import { mountSamlRoutes } from './auth/sso/saml-routes.ts';
import { mountSignInSettingsRoutes } from './auth/sso/sign-in-settings-routes.ts';
import { mountBinRoutes } from './bin/bin-routes.ts';
import type { Dependencies } from './dependencies.ts';
import { checkServices } from './health/check-services.ts';
import { createFindReadable } from './idempotency/find-readable.ts';
import { runOnce } from './idempotency/run-once.ts';
import { mountInvitationRoutes } from './organisations/invitation-routes.ts';
import { mountMemberRoutes } from './organisations/member-routes.ts';
import { mountOrganisationRoutes } from './organisations/organisation-routes.ts';
import { mountTeamRoutes } from './organisations/team-routes.ts';
import { mountProxy } from './proxy/proxy-routes.ts';
import { mountQuotaRoutes } from './quotas/quota-routes.ts';
import { limitByAddress, SignInAttemptDelay } from './rate-limits/delay-sign-in-attempts.ts';
import { RateLimit } from './rate-limits/rate-limit.ts';
import { mountRunTokenRoutes } from './run-tokens/run-token-routes.ts';
import { mountScimRoutes } from './scim/scim-routes.ts';
import { mountScimTokenRoutes } from './scim/scim-token-routes.ts';
import { setSecurityHeaders } from './web-app/security-headers.ts';
import { builtPageFolder, mountPageRoutes } from './web-app/web-app-routes.ts';

/** Creates the app of the only public service. */
export function createApp(dependencies: Dependencies, pageFolder = builtPageFolder): Express {
  const { config, logger, metrics, pool, auth, apiKeys, memberships } = dependencies;
  const { internalTokens, upstreams, oauthTokens, revocations } = dependencies;
  const ownOrigins = findOwnOrigins(config.LECTERN_PUBLIC_URL);
  const identifier = createCallerIdentifier({
    auth,
    apiKeys,
    memberships,
    revocations,
    ownOrigins,
    touchSession: createSessionTouch(dependencies.database),
  });
  const { sharedBuckets: shared, callLimits: limits } = dependencies;
  const checks = { identifier, revocations, limits };
  const requireMcp = oauthTokens
    ? requireCaller(
        { ...checks, identifier: acceptOAuth(identifier, oauthTokens) },
        {
          scope: 'mcp',
          challenge: `Bearer resource_metadata="${config.LECTERN_PUBLIC_URL}/.well-known/oauth-protected-resource/mcp", scope="${toolScopes.join(' ')}"`,
        },
      )
    : requireCaller(checks, { scope: 'mcp' });
  const audit = createAudit(dependencies.auditLog);
  const attempts = new SignInAttemptDelay(
    new RateLimit({ name: 'sign_ins', perMinute: config.SIGN_INS_PER_MINUTE, shared, logger }),
  );
  const signIns = limitByAddress(attempts);

  const findReadable = createFindReadable(upstreams.rag, internalTokens);
  const guard = createGuard({
    checks,
    memberships,
    ownOrigins,
    limitByAddress: signIns,
    runOnce: (endpoint) =>
      runOnce(endpoint, { idempotencyStore: dependencies.idempotencyStore, findReadable }),
  });

  return createHttpApp({
    name: 'gateway',
    version,
    logger,
    metrics,
    health: () => checkServices(pool, Object.values(upstreams)),
    ready: () => probeDatabase(pool),
    first: setSecurityHeaders(config.LECTERN_PUBLIC_URL),
    routes: (app) => {
      app.set('trust proxy', config.TRUST_PROXY);
      app.use(refuseOtherMethods());
      mountProxy(app, {
        upstreams,
        internalTokens,
        guard,
        audit,
        requireMcp,
        maxBodyBytes: config.MAX_BODY_BYTES,
        hosts: [new URL(config.LECTERN_PUBLIC_URL).hostname, ...config.ALLOWED_HOSTS],
      });
      mountSamlRoutes(app, {
        ...dependencies,
        publicUrl: config.LECTERN_PUBLIC_URL,
        secret: config.BETTER_AUTH_SECRET,
        attempts,
      });
      mountAuthRoutes(app, {
        auth,
        publicUrl: config.LECTERN_PUBLIC_URL,
        ownOrigins,
        limitByAddress: signIns,
        accounts: new SignInAttemptDelay(dependencies.accountTries),
      });
      const routes = createEndpointRoutes({ app, guard });
      mountOidcRoutes(routes, {
        auth,
        hasOidc: config.OIDC_ISSUER !== undefined,
        hasSso: dependencies.signInSettings.isUsed,
        hasPasskeys: findPasskeySite(config.LECTERN_PUBLIC_URL) !== undefined,
      });
      mountLinkRoutes(routes, { ...dependencies, rag: upstreams.rag });
      const shared = {
        ...dependencies,
        identifier,
        audit,
        publicUrl: config.LECTERN_PUBLIC_URL,
        membersMakeOrganisations: config.ORGANISATION_CREATION === 'members',
      };
      mountKeyRoutes(routes, shared);
      mountAccountRoutes(routes, shared);
      mountPasswordRoutes(routes, shared);
      mountOrganisationRoutes(routes, shared);
      mountMemberRoutes(routes, shared);
      mountInvitationRoutes(routes, shared);
      mountTeamRoutes(routes, shared);
      mountScimTokenRoutes(routes, shared);
      mountSignInSettingsRoutes(routes, shared);
      mountScimRoutes(app, { ...shared, limits });
      mountAuditRoutes(routes, shared);
      mountBinRoutes(routes, { upstreams, internalTokens, audit });
      mountQuotaRoutes(routes, {
        database: dependencies.database,
        upstreams,
        internalTokens,
        limits,
        counted: [dependencies.invitations.quota, dependencies.teams.quota, apiKeys.quota],
      });
      mountAdminRoutes(routes, { ...shared, upstreams: Object.values(upstreams) });
      mountRunTokenRoutes(app, dependencies);
      mountReportedEvents(app, dependencies);
      mountReferenceRoutes(app, routes, version);
      mountPageRoutes(app, pageFolder);
    },
  });
}
