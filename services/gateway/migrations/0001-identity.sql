-- Tables of better-auth 1.7.25 with organization (teams), admin and api-key. The library names the
-- columns; a test checks that it finds nothing left to migrate.

create table auth."user" (
  id text primary key,
  name text not null,
  email text not null unique,
  "emailVerified" boolean not null,
  image text,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null default current_timestamp,
  role text,
  banned boolean,
  "banReason" text,
  "banExpires" timestamptz
);

create table auth.session (
  id text primary key,
  "expiresAt" timestamptz not null,
  token text not null unique,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null,
  "ipAddress" text,
  "userAgent" text,
  "userId" text not null references auth."user" (id) on delete cascade,
  "activeOrganizationId" text,
  "activeTeamId" text,
  "impersonatedBy" text
);
create index "session_userId_idx" on auth.session ("userId");

create table auth.account (
  id text primary key,
  "accountId" text not null,
  "providerId" text not null,
  "userId" text not null references auth."user" (id) on delete cascade,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  scope text,
  password text,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null
);
create index "account_userId_idx" on auth.account ("userId");

create table auth.verification (
  id text primary key,
  identifier text not null,
  value text not null,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null default current_timestamp
);
create index verification_identifier_idx on auth.verification (identifier);

create table auth.organization (
  id text primary key,
  name text not null,
  slug text not null unique,
  logo text,
  "createdAt" timestamptz not null,
  metadata text
);

create table auth.team (
  id text primary key,
  name text not null,
  "memberCount" integer not null default 0,
  "organizationId" text not null references auth.organization (id) on delete cascade,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz
);
create index "team_organizationId_idx" on auth.team ("organizationId");

create table auth."teamMember" (
  id text primary key,
  "teamId" text not null references auth.team (id) on delete cascade,
  "userId" text not null references auth."user" (id) on delete cascade,
  "membershipKey" text unique,
  "createdAt" timestamptz
);
create index "teamMember_teamId_idx" on auth."teamMember" ("teamId");
create index "teamMember_userId_idx" on auth."teamMember" ("userId");

create table auth.member (
  id text primary key,
  "organizationId" text not null references auth.organization (id) on delete cascade,
  "userId" text not null references auth."user" (id) on delete cascade,
  role text not null,
  "createdAt" timestamptz not null
);
create index "member_organizationId_idx" on auth.member ("organizationId");
create index "member_userId_idx" on auth.member ("userId");
create unique index member_once_per_organisation on auth.member ("userId", "organizationId");

create table auth.invitation (
  id text primary key,
  "organizationId" text not null references auth.organization (id) on delete cascade,
  email text not null,
  role text,
  "teamId" text,
  status text not null,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz not null default current_timestamp,
  "inviterId" text not null references auth."user" (id) on delete cascade
);
create index "invitation_organizationId_idx" on auth.invitation ("organizationId");
create index invitation_email_idx on auth.invitation (email);

create table auth.apikey (
  id text primary key,
  "configId" text not null,
  name text,
  start text,
  "referenceId" text not null,
  prefix text,
  key text not null,
  "refillInterval" integer,
  "refillAmount" integer,
  "lastRefillAt" timestamptz,
  enabled boolean,
  "rateLimitEnabled" boolean,
  "rateLimitTimeWindow" integer,
  "rateLimitMax" integer,
  "requestCount" integer,
  remaining integer,
  "lastRequest" timestamptz,
  "expiresAt" timestamptz,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null,
  permissions text,
  metadata text
);
create index "apikey_configId_idx" on auth.apikey ("configId");
create index "apikey_referenceId_idx" on auth.apikey ("referenceId");
create index apikey_key_idx on auth.apikey (key);
