-- Token buckets that all gateways share. Not worth a log: after a crash everybody starts full.
create unlogged table auth.rate_limits (
  key text primary key,
  tokens double precision not null,
  -- What the last lease took.
  granted double precision not null,
  filled_at timestamptz not null
);
create index rate_limits_filled_at_idx on auth.rate_limits (filled_at);
