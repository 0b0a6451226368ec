-- How the members of an organisation sign in.
create table auth.sign_in_settings (
  organisation_id text primary key references auth.organization (id) on delete cascade,
  issuer text,
  client_id text,
  -- Sealed with the secret of the installation.
  client_secret text,
  enforced boolean not null default false,
  max_session_hours integer check (max_session_hours > 0),
  idle_minutes integer check (idle_minutes > 0),
  constraint sign_in_settings_provider_check
    check ((issuer is null) = (client_id is null) and (issuer is null) = (client_secret is null))
);

-- Email domains of an organisation; one organisation can have a verified domain.
create table auth.sign_in_domains (
  organisation_id text not null references auth.organization (id) on delete cascade,
  domain text not null,
  -- Value that a TXT record of the domain must have.
  token text not null,
  verified_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (organisation_id, domain)
);
create unique index sign_in_domains_verified_key on auth.sign_in_domains (domain)
where verified_at is not null;

-- One account of the provider for each person, and the reverse.
create unique index account_sso_user_key on auth.account ("userId", "providerId")
where "providerId" like 'sso:%';
create unique index account_sso_subject_key on auth.account ("providerId", "accountId")
where "providerId" like 'sso:%';

-- When the session was used last, to the minute.
alter table auth.session add column "usedAt" timestamptz not null default now();
