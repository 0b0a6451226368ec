import { authPath } from '@lectern/contracts';
import {
  createMetrics,
  createTokenSigner,
  createTokenVerifier,
  type Logger,
  type Metrics,
  type OnClose,
  openGuardedFetch,
  openPool,
  openRevocations,
  type ProcessScope,
  type ResolveHost,
  type Revocations,
  runPeriodically,
  type TokenVerifier,
} from '@lectern/service';
import type { BetterAuthPlugin } from 'better-auth';
import type { Pool } from 'pg';
import { type AuditLog, createAuditLog } from './audit/audit-log.ts';
import { type ApiKeys, createApiKeys } from './auth/api-keys/api-keys.ts';
import { askSecondFactor } from './auth/better-auth/ask-second-factor.ts';
import { correctTokenScopes } from './auth/better-auth/correct-token-scopes.ts';
import { type Auth, createAuth } from './auth/better-auth/create-auth.ts';
import type { PasswordHasher } from './auth/better-auth/password-hash-queue.ts';
import { preventCallbackReplay } from './auth/better-auth/prevent-callback-replay.ts';
import { revokeReplayedCodes } from './auth/better-auth/revoke-replayed-codes.ts';
import {
  createInternalTokens,
  type InternalTokens,
} from './auth/internal-tokens/internal-tokens.ts';
import { auditConsentRemoval } from './auth/oauth/audit-consent-removal.ts';
import { createClientDocumentsPlugin } from './auth/oauth/client-documents.ts';
import { createOAuthConsents, type OAuthConsents } from './auth/oauth/oauth-consents.ts';
import {
  createOAuthPlugins,
  findMcpResource,
  isFitForOAuth,
  loadOAuthKeys,
} from './auth/oauth/oauth-plugins.ts';
import { createOAuthStandings } from './auth/oauth/oauth-standings.ts';
import { createOAuthTokens, type OAuthTokens } from './auth/oauth/oauth-tokens.ts';
import { createOidcPlugins, rejectSecondSubject } from './auth/oidc/oidc-plugins.ts';
import { createOneTimeTokens, type OneTimeTokens } from './auth/one-time-links/one-time-tokens.ts';
import { createPasskeyPlugins } from './auth/passkeys/passkeys.ts';
import { checkPasswordChanges } from './auth/passwords/check-password-changes.ts';
import { type LeakedPasswords, openLeakedPasswords } from './auth/passwords/leaked-passwords.ts';
import { createPasswords, type Passwords } from './auth/passwords/passwords.ts';
import { sessionTimes } from './auth/sessions/session-policy.ts';
import { createOidcClient, type OidcClient } from './auth/sso/oidc-client.ts';
import { createSignInSettings, type SignInSettings } from './auth/sso/sign-in-settings.ts';
import { ssoPlugin } from './auth/sso/sso-plugin.ts';
import { twoFactorChecks } from './auth/two-factor/two-factor-checks.ts';
import type { Config } from './config.ts';
import { createDatabase, type Database } from './database/tables.ts';
import { createIdempotencyStore, type IdempotencyStore } from './idempotency/idempotency-store.ts';
import { type Mailer, noMailer } from './mail/mailer.ts';
import { openSmtpMailer } from './mail/smtp-mailer.ts';
import { createInvitations, type Invitations } from './members/invitations.ts';
import { createMemberships, type Memberships } from './members/memberships.ts';
import { createTeams, type Teams } from './members/teams.ts';
import { openUpstream, type Upstream } from './proxy/upstream.ts';
import { type CallLimits, createCallLimits } from './rate-limits/call-limits.ts';
import { RateLimit } from './rate-limits/rate-limit.ts';
import { createSharedBuckets, type SharedBuckets } from './rate-limits/shared-buckets.ts';
import { SharedCounts } from './rate-limits/shared-counts.ts';
import { createScimGroups, type ScimGroup } from './scim/scim-groups.ts';
import type { ScimResources } from './scim/scim-resources.ts';
import { createScimTokens, type ScimTokens } from './scim/scim-tokens.ts';
import { createScimUsers, type ScimUser } from './scim/scim-users.ts';

export interface Dependencies {
  readonly config: Config;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly pool: Pool;
  readonly database: Database;
  readonly auth: Auth;
  readonly apiKeys: ApiKeys;
  readonly memberships: Memberships;
  readonly passwords: Passwords;
  readonly leakedPasswords: LeakedPasswords;
  readonly invitations: Invitations;
  readonly teams: Teams;
  readonly scimTokens: ScimTokens;
  readonly signInSettings: SignInSettings;
  readonly oidcClient: OidcClient;
  readonly resolveTxt: Replacements['resolveTxt'];
  readonly scimUsers: ScimResources<ScimUser>;
  readonly scimGroups: ScimResources<ScimGroup>;
  readonly mailer: Mailer;
  readonly auditLog: AuditLog;
  /** Undefined if the public address is neither https nor loopback, which OAuth requires. */
  readonly oauthTokens: OAuthTokens | undefined;
  readonly sharedBuckets: SharedBuckets;
  readonly callLimits: CallLimits;
  /** Limit of password attempts per account, over all addresses. */
  readonly accountTries: RateLimit;
  readonly idempotencyStore: IdempotencyStore;
  readonly oneTimeTokens: OneTimeTokens;
  readonly revocations: Revocations;
  readonly internalTokens: InternalTokens;
  /** Verifies tokens of other services. */
  readonly verifier: TokenVerifier;
  readonly consents: OAuthConsents;
  readonly upstreams: Readonly<Record<'rag' | 'llm' | 'mcp', Upstream>>;
}

/** Part of the organisation's open requests and streams that one person may hold at a gateway. */
const shareOfPerson = 0.1;
const toShareOfPerson = (limit: number) => Math.max(1, Math.floor(limit * shareOfPerson));

/** Minimum attempts per account and minute, even if the setting allows one address fewer. */
const minAccountTries = 5;

/** Limits of each organisation, over all gateways. */
const defaultLimits = {
  /** Open invitations included. */
  members: 10_000,
  teams: 1_000,
  /** Expired ones included. */
  apiKeys: 10_000,
  /** Requests of an organisation per minute, over all gateways. */
  requestsPerMinute: 60_000,
  openRequests: 2_000,
  openStreams: 500,
};

/** Replacements for tests. */
export interface Replacements {
  readonly limits?: Partial<typeof defaultLimits>;
  readonly resolveHost?: ResolveHost | undefined;
  readonly resolveTxt?: ((name: string) => Promise<string[][]>) | undefined;
  /** A fast hasher: a sign-in takes a tenth of a second of processor time otherwise. */
  readonly passwordHasher?: PasswordHasher;
}

/** Creates every adapter; each registers its cleanup. */
export async function openDependencies(
  config: Config,
  { logger, onClose }: ProcessScope,
  { resolveHost, resolveTxt, passwordHasher, limits: replaced }: Replacements = {},
): Promise<Dependencies> {
  const limits = { ...defaultLimits, ...replaced };
  const pool = openPool(
    {
      url: config.DATABASE_URL,
      size: config.DATABASE_POOL_SIZE,
      applicationName: 'lectern-gateway',
      logger,
    },
    onClose,
  );
  const publicUrl = config.LECTERN_PUBLIC_URL;
  const database = createDatabase(pool);
  const auditLog = createAuditLog(database);
  const sharedBuckets = createSharedBuckets(database);
  const accountTries = new RateLimit({
    name: 'account_tries',
    perMinute: Math.max(minAccountTries, Math.ceil(config.SIGN_INS_PER_MINUTE / 2)),
    shared: sharedBuckets,
    logger,
  });
  const leakedPasswords = openLeakedPasswords(config.LEAKED_PASSWORDS_URL, logger, onClose);
  const memberships = createMemberships(database);
  const consents = createOAuthConsents(database);
  const standings = createOAuthStandings({ memberships, consents });
  const signInSettings = createSignInSettings(database, config.BETTER_AUTH_SECRET);
  const privateHosts = config.OAUTH_CLIENT_PRIVATE_HOSTS;
  const oidcClient = createOidcClient({
    fetch: openGuardedFetch(
      {
        protocols: ['https:', 'http:'],
        privateHosts,
        maxAnswerBytes: 1_048_576,
        ...(resolveHost && { resolveHost }),
      },
      onClose,
    ),
    privateHosts,
  });
  const auth = createAuth({
    pool,
    secret: config.BETTER_AUTH_SECRET,
    publicUrl,
    sessionTimes,
    auditLog,
    membersMakeOrganisations: config.ORGANISATION_CREATION === 'members',
    validateUserInfo: rejectSecondSubject(database),
    passwordHasher,
    plugins: [
      // Before OAuth, which continues with every session that it sees start.
      twoFactorChecks({ database, auditLog, tries: accountTries }),
      askSecondFactor(),
      ...createPasskeyPlugins(publicUrl, { database, auditLog, tries: accountTries }),
      checkPasswordChanges({ auditLog, tries: accountTries, leakedPasswords }),
      preventCallbackReplay(database),
      ssoPlugin({ database, publicUrl, settings: signInSettings, client: oidcClient, logger }),
      ...createPlugins(config),
      auditConsentRemoval(database, auditLog),
      revokeReplayedCodes(database),
      correctTokenScopes(standings.find, logger),
      ...openClientDocuments(config, onClose, resolveHost),
    ],
    logger,
  });
  const revocations = await openRevocations(pool, logger, onClose);
  const idempotencyStore = createIdempotencyStore(database, config.BETTER_AUTH_SECRET);
  const invitations = createInvitations(database, limits.members);
  const teams = createTeams(database, limits.teams);
  return {
    config,
    logger,
    metrics: createMetrics('gateway'),
    pool,
    database,
    auth,
    apiKeys: createApiKeys(auth, database, limits.apiKeys),
    memberships,
    passwords: createPasswords(auth),
    leakedPasswords,
    invitations,
    teams,
    signInSettings,
    oidcClient,
    resolveTxt,
    scimTokens: createScimTokens(database),
    scimUsers: createScimUsers(database, invitations.quota),
    scimGroups: createScimGroups(database, teams.quota),
    mailer: openMailer({ config, shared: sharedBuckets, logger }, onClose),
    auditLog,
    oauthTokens: isFitForOAuth(publicUrl)
      ? createOAuthTokens({
          loadKeys: () => loadOAuthKeys(auth),
          standings,
          issuer: `${publicUrl}${authPath}`,
          resource: findMcpResource(publicUrl),
        })
      : undefined,
    consents,
    verifier: createTokenVerifier(config.INTERNAL_JWKS),
    idempotencyStore,
    sharedBuckets,
    accountTries,
    callLimits: openCallLimits(
      { config, database, shared: sharedBuckets, logger, ...limits },
      onClose,
    ),
    oneTimeTokens: createOneTimeTokens(database, config.DATABASE_POOL_SIZE),
    revocations,
    internalTokens: createInternalTokens(
      createTokenSigner('gateway', config.INTERNAL_SIGNING_KEY),
      revocations,
    ),
    upstreams: {
      rag: openUpstream('rag', config.RAG_SERVICE_URL, onClose),
      llm: openUpstream('llm', config.LLM_SERVICE_URL, onClose),
      mcp: openUpstream('mcp', config.MCP_SERVICE_URL, onClose),
    },
  };
}

/** Limit per organisation. */
const mailsPerMinute = 30;

function openMailer(
  { config, shared, logger }: Pick<Dependencies, 'config' | 'logger'> & { shared: SharedBuckets },
  onClose: OnClose,
): Mailer {
  const { SMTP_URL: url, MAIL_FROM: from } = config;
  if (!url || !from) return noMailer;
  const limit = new RateLimit({ name: 'mails', perMinute: mailsPerMinute, shared, logger });
  return openSmtpMailer({ url, from, limit, logger }, onClose);
}

const reportEveryMs = 1_000;

/** Opens the call limits that all gateway processes share. */
function openCallLimits(
  {
    config,
    database,
    shared,
    logger,
    requestsPerMinute,
    openRequests,
    openStreams,
  }: Pick<Dependencies, 'config' | 'database' | 'logger'> &
    Pick<typeof defaultLimits, 'requestsPerMinute' | 'openRequests' | 'openStreams'> & {
      readonly shared: SharedBuckets;
    },
  onClose: OnClose,
): CallLimits {
  const sharedCounts = new SharedCounts(database);
  const limits = createCallLimits({
    person: {
      requestsPerMinute: config.REQUESTS_PER_MINUTE,
      openRequests: toShareOfPerson(openRequests),
      openStreams: toShareOfPerson(openStreams),
    },
    organisation: {
      requestsPerMinute,
      openRequests,
      openStreams,
    },
    shared,
    sharedCounts,
    logger,
  });
  onClose(() => sharedCounts.leave().catch(() => undefined));
  runPeriodically(
    {
      everyMs: reportEveryMs,
      work: () => sharedCounts.exchange(limits.listOwn()),
      logger,
      failure: 'open calls are not shared with other gateways',
    },
    onClose,
  );
  return limits;
}

function createPlugins(config: Config): readonly BetterAuthPlugin[] {
  const { LECTERN_PUBLIC_URL: publicUrl, OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = config;
  return [
    ...(isFitForOAuth(publicUrl)
      ? createOAuthPlugins({ publicUrl, allowsRegistration: config.OAUTH_DYNAMIC_REGISTRATION })
      : []),
    ...(OIDC_ISSUER && OIDC_CLIENT_ID && OIDC_CLIENT_SECRET
      ? [
          ...createOidcPlugins({
            issuer: OIDC_ISSUER,
            clientId: OIDC_CLIENT_ID,
            clientSecret: OIDC_CLIENT_SECRET,
          }),
        ]
      : []),
  ];
}

function openClientDocuments(
  config: Config,
  onClose: OnClose,
  resolveHost?: ResolveHost,
): readonly BetterAuthPlugin[] {
  if (!isFitForOAuth(config.LECTERN_PUBLIC_URL) || !config.OAUTH_CLIENT_DOCUMENTS) return [];
  const privateHosts = config.OAUTH_CLIENT_PRIVATE_HOSTS;
  const fetchDocument = openGuardedFetch(
    { protocols: ['https:'], privateHosts, ...(resolveHost && { resolveHost }) },
    onClose,
  );
  return [createClientDocumentsPlugin(fetchDocument)];
}
