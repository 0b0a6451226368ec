-- What outside services of literature answered, by organisation: whether something is here tells
-- who asked for it. The raw answer is a blob, by its SHA-256.
create table mcp.literature_answers (
  organisation_id text not null,
  -- SHA-256 of the request without key, tool and address.
  request_key text not null,
  service text not null,
  result jsonb not null,
  raw_sha256 text not null,
  fetched_at timestamptz not null,
  used_at timestamptz not null default now(),
  primary key (organisation_id, request_key)
);
create index literature_answers_used on mcp.literature_answers (used_at);
create index literature_answers_raw on mcp.literature_answers (raw_sha256);

create table mcp.literature_records (
  organisation_id text not null,
  -- pubmed, pmc or clinicaltrials.
  source text not null,
  record_id text not null,
  -- Null where the service has no such record.
  record jsonb,
  raw_sha256 text not null,
  fetched_at timestamptz not null,
  -- When the record last differed from what was here.
  changed_at timestamptz not null,
  used_at timestamptz not null default now(),
  primary key (organisation_id, source, record_id)
);
create index literature_records_used on mcp.literature_records (used_at);
create index literature_records_raw on mcp.literature_records (raw_sha256);

-- Token buckets of outside services, shared by all replicas: a row a token. A token that is taken
-- comes back a window after the answer to its request, or when its lease has run out. Not worth a
-- log: a crash of the database takes longer than a window.
create unlogged table mcp.rate_tokens (
  bucket text not null,
  slot integer not null,
  -- Of the request that holds it.
  lease_id uuid,
  -- The service asked to wait until then.
  paused_until timestamptz not null default '-infinity',
  free_at timestamptz not null,
  primary key (bucket, slot)
);
