-- Model calls by organisation, person, connection and day in UTC.
create table llm.model_usage (
  organisation_id text not null,
  day date not null,
  user_id text not null,
  -- Entries of the environment have fixed ids and usage outlives a connection, so there is no
  -- foreign key.
  connection_id uuid not null,
  -- Names at the latest call.
  connection_name text not null,
  model text not null,
  calls bigint not null,
  failed_calls bigint not null,
  -- Calls whose provider counted no tokens.
  estimated_calls bigint not null,
  tokens_in bigint not null,
  tokens_out bigint not null,
  duration_ms bigint not null,
  primary key (organisation_id, day, user_id, connection_id)
);

-- Maximum tokens of a day or a month in UTC.
create table llm.token_budgets (
  id uuid primary key,
  organisation_id text not null,
  scope text not null check (scope in ('organisation', 'team', 'person')),
  -- Id of the team or the person; empty for the organisation.
  subject_id text not null,
  period text not null check (period in ('day', 'month')),
  token_limit bigint not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (organisation_id, scope, subject_id, period)
);

-- Tokens that running turns may still use, so that concurrent ones do not overrun a budget.
create table llm.token_reservations (
  id uuid primary key,
  organisation_id text not null,
  user_id text not null,
  tokens bigint not null,
  expires_at timestamptz not null
);
create index token_reservations_organisation on llm.token_reservations (organisation_id);

-- Price of a million tokens.
alter table llm.model_connections
  add column price_in double precision,
  add column price_out double precision,
  add column price_currency text;
