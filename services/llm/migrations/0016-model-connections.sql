-- Models that an organisation connected on the page.
create table llm.model_connections (
  id uuid primary key,
  organisation_id text not null,
  name text not null,
  provider text not null check (provider in ('openai_compatible', 'anthropic')),
  base_url text,
  model text not null,
  -- Sealed for this row.
  api_key text,
  context_tokens integer not null,
  temperature real,
  max_answer_tokens integer,
  -- Found by trying the connection.
  capabilities jsonb not null,
  is_default boolean not null default false,
  -- Entries of the environment have fixed ids, so there is no foreign key.
  fallback_ids uuid[] not null default '{}',
  visible_to_everyone boolean not null,
  visible_roles text[] not null,
  visible_team_ids text[] not null,
  health_state text not null default 'unknown'
    check (health_state in ('unknown', 'healthy', 'failing')),
  health_since timestamptz not null default now(),
  health_message text,
  health_reason text,
  created_by text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index model_connections_name
  on llm.model_connections (organisation_id, lower(name));
create unique index model_connections_default
  on llm.model_connections (organisation_id) where is_default;
