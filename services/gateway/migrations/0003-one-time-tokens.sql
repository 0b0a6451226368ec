-- Links that work once: the first owner's setup, and signing in without a password.
create table auth.one_time_tokens (
  -- SHA-256 of the token, in hex.
  token_hash text primary key,
  purpose text not null check (purpose in ('setup', 'sign_in')),
  user_id text references auth."user" (id) on delete cascade,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  check ((purpose = 'sign_in') = (user_id is not null))
);
create index one_time_tokens_expires_at_idx on auth.one_time_tokens (expires_at);
