create table rag.sources (
  id uuid primary key,
  organisation_id text not null,
  collection_id uuid not null references rag.collections (id) on delete cascade,
  kind text not null,
  name text not null,
  settings jsonb not null,
  -- Sealed JSON.
  credentials text,
  cron text,
  time_zone text,
  paused boolean not null default false,
  max_removed_share double precision not null default 0.2,
  created_by text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sources_list on rag.sources (organisation_id, name, id);
create index sources_collection on rag.sources (collection_id);

create table rag.source_runs (
  id uuid primary key,
  organisation_id text not null,
  source_id uuid not null references rag.sources (id) on delete cascade,
  status text not null check (status in ('queued', 'running', 'waiting', 'done', 'failed', 'cancelled')),
  trigger text not null check (trigger in ('person', 'schedule')),
  preview boolean not null default false,
  listed integer not null default 0,
  added integer not null default 0,
  changed integer not null default 0,
  removed integer not null default 0,
  skipped integer not null default 0,
  failed integer not null default 0,
  -- Removals that wait, and how many of them a person has confirmed.
  waiting_removals integer not null default 0,
  confirmed_removals integer not null default 0,
  errors jsonb not null default '[]',
  error_code text,
  error_message text,
  -- Starts of this run, to give up on one that ends its worker.
  starts integer not null default 0,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  updated_at timestamptz not null default now(),
  finished_at timestamptz
);
create index source_runs_list on rag.source_runs (source_id, created_at desc, id desc);
create index source_runs_unfinished on rag.source_runs (updated_at) where status in ('queued', 'running');
create unique index source_runs_current on rag.source_runs (source_id)
  where status in ('queued', 'running') and not preview;

-- The entries that a source has brought, and the document of each.
create table rag.source_entries (
  source_id uuid not null references rag.sources (id) on delete cascade,
  -- SHA-256 of the entry's id, which can be too long for an index.
  key text not null,
  entry_id text not null,
  path text not null,
  etag text,
  size bigint,
  modified timestamptz,
  sha256 text not null,
  state jsonb,
  document_id uuid references rag.documents (id) on delete set null,
  -- The run that has last added or changed it, which does not count it again after a restart.
  run_id uuid not null,
  primary key (source_id, key)
);
create index source_entries_document on rag.source_entries (document_id);
