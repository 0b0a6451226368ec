-- Tables of better-auth's jwt 1.7.25 and @better-auth/mcp 1.7.5. The libraries name the columns.

create table auth.jwks (
  id text primary key,
  "publicKey" text not null,
  -- Encrypted with BETTER_AUTH_SECRET.
  "privateKey" text not null,
  "createdAt" timestamptz not null,
  "expiresAt" timestamptz,
  alg text,
  crv text
);

create table auth."oauthClient" (
  id text primary key,
  "clientId" text not null unique,
  "clientSecret" text,
  "clientDiscoveryId" text,
  disabled boolean,
  "skipConsent" boolean,
  "enableEndSession" boolean,
  "subjectType" text,
  scopes jsonb,
  "clientCredentialsScopes" jsonb,
  "userId" text references auth."user" (id) on delete cascade,
  "createdAt" timestamptz,
  "updatedAt" timestamptz,
  name text,
  uri text,
  icon text,
  contacts jsonb,
  tos text,
  policy text,
  "softwareId" text,
  "softwareVersion" text,
  "softwareStatement" text,
  "redirectUris" jsonb not null,
  "postLogoutRedirectUris" jsonb,
  "backchannelLogoutUri" text,
  "backchannelLogoutSessionRequired" boolean,
  "tokenEndpointAuthMethod" text,
  "applicationType" text,
  jwks text,
  "jwksUri" text,
  "grantTypes" jsonb,
  "responseTypes" jsonb,
  "requirePKCE" boolean,
  "dpopBoundAccessTokens" boolean,
  "referenceId" text,
  metadata jsonb
);
create index "oauthClient_userId_idx" on auth."oauthClient" ("userId");

create table auth."oauthResource" (
  id text primary key,
  identifier text not null unique,
  name text not null,
  "accessTokenTtl" integer,
  "refreshTokenTtl" integer,
  "signingAlgorithm" text,
  "signingKeyId" text,
  "allowedScopes" jsonb,
  "customClaims" jsonb,
  "dpopBoundAccessTokensRequired" boolean,
  disabled boolean,
  "createdAt" timestamptz,
  "updatedAt" timestamptz,
  "policyVersion" integer,
  metadata jsonb
);

create table auth."oauthClientResource" (
  id text primary key,
  "clientId" text not null references auth."oauthClient" ("clientId") on delete cascade,
  "resourceId" text not null references auth."oauthResource" (identifier) on delete cascade,
  metadata jsonb,
  "createdAt" timestamptz
);
create index "oauthClientResource_clientId_idx" on auth."oauthClientResource" ("clientId");
create index "oauthClientResource_resourceId_idx" on auth."oauthClientResource" ("resourceId");
create unique index "oauthClientResource_clientId_resourceId_uidx"
  on auth."oauthClientResource" ("clientId", "resourceId");

create table auth."oauthRefreshToken" (
  id text primary key,
  token text not null unique,
  "clientId" text not null references auth."oauthClient" ("clientId") on delete cascade,
  "sessionId" text references auth.session (id) on delete set null,
  "userId" text not null references auth."user" (id) on delete cascade,
  "referenceId" text,
  "authorizationCodeId" text,
  resources jsonb,
  "requestedUserInfoClaims" jsonb,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz not null,
  revoked timestamptz,
  "rotatedAt" timestamptz,
  "rotationReplayResponse" text,
  "rotationReplayExpiresAt" timestamptz,
  "authTime" timestamptz,
  confirmation jsonb,
  scopes jsonb not null
);
create index "oauthRefreshToken_clientId_idx" on auth."oauthRefreshToken" ("clientId");
create index "oauthRefreshToken_sessionId_idx" on auth."oauthRefreshToken" ("sessionId");
create index "oauthRefreshToken_userId_idx" on auth."oauthRefreshToken" ("userId");
create index "oauthRefreshToken_authorizationCodeId_idx"
  on auth."oauthRefreshToken" ("authorizationCodeId");

create table auth."oauthAccessToken" (
  id text primary key,
  token text not null unique,
  "clientId" text not null references auth."oauthClient" ("clientId") on delete cascade,
  "sessionId" text references auth.session (id) on delete set null,
  "userId" text references auth."user" (id) on delete cascade,
  "referenceId" text,
  "authorizationCodeId" text,
  resources jsonb,
  "requestedUserInfoClaims" jsonb,
  "refreshId" text references auth."oauthRefreshToken" (id) on delete cascade,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz not null,
  revoked timestamptz,
  confirmation jsonb,
  scopes jsonb not null
);
create index "oauthAccessToken_clientId_idx" on auth."oauthAccessToken" ("clientId");
create index "oauthAccessToken_sessionId_idx" on auth."oauthAccessToken" ("sessionId");
create index "oauthAccessToken_userId_idx" on auth."oauthAccessToken" ("userId");
create index "oauthAccessToken_authorizationCodeId_idx"
  on auth."oauthAccessToken" ("authorizationCodeId");
create index "oauthAccessToken_refreshId_idx" on auth."oauthAccessToken" ("refreshId");

create table auth."oauthConsent" (
  id text primary key,
  "clientId" text not null references auth."oauthClient" ("clientId") on delete cascade,
  "userId" text references auth."user" (id) on delete cascade,
  "referenceId" text,
  resources jsonb,
  "requestedUserInfoClaims" jsonb,
  scopes jsonb not null,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null
);
create index "oauthConsent_clientId_idx" on auth."oauthConsent" ("clientId");
create index "oauthConsent_userId_idx" on auth."oauthConsent" ("userId");

create table auth."oauthClientAssertion" (
  id text primary key,
  "expiresAt" timestamptz not null
);
