-- SHA-256 of the link's token, in hex. Invitations without one cannot be accepted.
alter table auth.invitation add column token_hash text unique;

create unique index team_once_per_organisation on auth.team ("organizationId", name);
create unique index "teamMember_once_per_team" on auth."teamMember" ("teamId", "userId");

-- Links with which a person sets a new password.
alter table auth.one_time_tokens drop constraint one_time_tokens_purpose_check;
alter table auth.one_time_tokens drop constraint one_time_tokens_check;
alter table auth.one_time_tokens
  add constraint one_time_tokens_purpose_check check (purpose in ('setup', 'sign_in', 'password')),
  add constraint one_time_tokens_check check ((purpose = 'setup') = (user_id is null));

-- Who did what. Names people and organisations by id and outlives them.
create table auth.audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  organisation_id text,
  action text not null,
  actor_id text,
  target text,
  address text,
  request_id text,
  details jsonb not null default '{}'
);
create index audit_log_organisation_idx on auth.audit_log (organisation_id, id desc);

create function auth.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'auth.audit_log is append only';
end
$$;
create trigger audit_log_is_append_only before update or delete or truncate on auth.audit_log
  for each statement execute function auth.refuse_change();
