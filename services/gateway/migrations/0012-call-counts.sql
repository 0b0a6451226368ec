-- What each gateway process has open for an organisation, and was asked in the last minute. Written
-- every second, not worth a log: after a crash nothing is open.
create unlogged table auth.call_counts (
  process_id text not null,
  organisation_id text not null,
  open_requests integer not null,
  streams integer not null,
  -- In the last minute.
  requests integer not null,
  at timestamptz not null default clock_timestamp(),
  primary key (process_id, organisation_id)
);
create index call_counts_at_idx on auth.call_counts (at);
