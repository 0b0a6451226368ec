-- Each worker says here every few seconds that it lives, and what it has in hand.
create table rag.workers (
  id uuid primary key,
  host text not null,
  version text not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  -- [{"task": "ingest", "documents": 3, "since": "2026-11-23T12:00:00.000Z"}]
  jobs jsonb not null
);
