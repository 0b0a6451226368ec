-- Codes of an authenticator app that were taken: none is taken again (RFC 6238, 5.2).
create table auth.second_factor_codes (
  user_id text not null references auth."user" (id) on delete cascade,
  code text not null,
  at timestamptz not null default now(),
  primary key (user_id, code)
);
create index second_factor_codes_at on auth.second_factor_codes (at);
