-- First answers by Idempotency-Key, for a day. The key itself is nowhere here: it opens the answer.
create table auth.idempotency_keys (
  -- SHA-256 of organisation, user and key.
  id text primary key,
  organisation_id text not null references auth.organization (id) on delete cascade,
  user_id text not null references auth."user" (id) on delete cascade,
  -- SHA-256 of method, address and body.
  request text not null,
  -- Who runs the request, and until when a repetition waits for it.
  claim uuid not null,
  claimed_until timestamptz not null,
  -- Null while the request runs.
  status smallint,
  -- Sealed; null while the request runs, and for good where it was too large to keep.
  answer text,
  expires_at timestamptz not null
);
create index idempotency_keys_owner_idx on auth.idempotency_keys (organisation_id, user_id);
create index idempotency_keys_expires_at_idx on auth.idempotency_keys (expires_at);
