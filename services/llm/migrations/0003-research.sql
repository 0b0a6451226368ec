-- Research runs. Each belongs to one person in one organisation; its id is also the thread of its
-- checkpoints, after the prefix `research:`.
create table llm.research_runs (
  id uuid primary key,
  organisation_id text not null,
  user_id text not null,
  query text not null,
  -- As it was asked.
  request jsonb not null,
  intent text,
  status text not null check (status in ('running', 'done', 'partial', 'failed')),
  -- Null until the run has ended once.
  result jsonb,
  -- Order in lists.
  position bigint generated always as identity,
  -- Last sign of life of the process that runs it.
  beat_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index research_runs_of_user on llm.research_runs (organisation_id, user_id, position desc);
