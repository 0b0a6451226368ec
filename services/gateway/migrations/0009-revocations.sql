-- What ended: whatever was made before it on the same grounds is void. Each service reads this
-- every second or so, so that tokens, streams and running answers end within seconds.
create table auth.revocations (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  -- Each that is given must match: whose, in which organisation, by which session, key or client.
  user_id text,
  organisation_id text,
  credential text
);
create index revocations_at_idx on auth.revocations (at);

create function auth.revoke(person text, organisation text, ground text) returns void
language sql as $$
  insert into auth.revocations (user_id, organisation_id, credential)
  values (person, organisation, ground)
$$;

create function auth.revoke_member() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from auth."oauthRefreshToken"
    where "userId" = old."userId" and "referenceId" = old."organizationId";
  end if;
  perform auth.revoke(old."userId", old."organizationId", null);
  return null;
end
$$;
create trigger revoke_removed_member after delete on auth.member
  for each row execute function auth.revoke_member();
create trigger revoke_lowered_role after update of role on auth.member
  for each row when (
    array_position(array['viewer', 'member', 'admin', 'owner'], new.role)
      < array_position(array['viewer', 'member', 'admin', 'owner'], old.role)
  ) execute function auth.revoke_member();

create function auth.revoke_person() returns trigger language plpgsql as $$
begin
  delete from auth."oauthRefreshToken" where "userId" = old.id;
  perform auth.revoke(old.id, null, null);
  return null;
end
$$;
create trigger revoke_deleted_person after delete on auth."user"
  for each row execute function auth.revoke_person();
create trigger revoke_disabled_person after update of banned on auth."user"
  for each row when (new.banned and old.banned is distinct from true)
  execute function auth.revoke_person();
create trigger revoke_lowered_operator after update of role on auth."user"
  for each row when (old.role is not distinct from 'admin' and new.role is distinct from 'admin')
  execute function auth.revoke_person();

create function auth.revoke_key() returns trigger language plpgsql as $$
begin
  perform auth.revoke(null, null, 'key:' || old.id);
  return null;
end
$$;
create trigger revoke_deleted_key after delete on auth.apikey
  for each row execute function auth.revoke_key();
create trigger revoke_changed_key after update on auth.apikey
  for each row when (
    (old.enabled and new.enabled is not true) or old.permissions is distinct from new.permissions
  ) execute function auth.revoke_key();

create function auth.revoke_session() returns trigger language plpgsql as $$
begin
  perform auth.revoke(null, null, 'session:' || old.id);
  return null;
end
$$;
create trigger revoke_ended_session after delete on auth.session
  for each row execute function auth.revoke_session();

-- A client acts for one person in one organisation.
create function auth.revoke_client_of_person() returns trigger language plpgsql as $$
begin
  perform auth.revoke(old."userId", old."referenceId", 'oauth:' || old."clientId");
  return null;
end
$$;
create function auth.end_consent() returns trigger language plpgsql as $$
begin
  delete from auth."oauthRefreshToken"
  where "clientId" = old."clientId" and "userId" = old."userId"
    and "referenceId" is not distinct from old."referenceId";
  perform auth.revoke(old."userId", old."referenceId", 'oauth:' || old."clientId");
  return null;
end
$$;
create trigger revoke_consent after delete on auth."oauthConsent"
  for each row execute function auth.end_consent();
create trigger revoke_smaller_consent after update of scopes on auth."oauthConsent"
  for each row when (not new.scopes @> old.scopes)
  execute function auth.revoke_client_of_person();
create trigger revoke_deleted_refresh_token after delete on auth."oauthRefreshToken"
  for each row when (old."expiresAt" > now() and old.revoked is null)
  execute function auth.revoke_client_of_person();
-- One that is exchanged for its successor is marked as well, with the time of that.
create trigger revoke_refresh_token after update of revoked on auth."oauthRefreshToken"
  for each row when (new.revoked is not null and old.revoked is null and new."rotatedAt" is null)
  execute function auth.revoke_client_of_person();

create function auth.revoke_client() returns trigger language plpgsql as $$
begin
  perform auth.revoke(null, null, 'oauth:' || old."clientId");
  return null;
end
$$;
create trigger revoke_deleted_client after delete on auth."oauthClient"
  for each row execute function auth.revoke_client();
create trigger revoke_disabled_client after update of disabled on auth."oauthClient"
  for each row when (new.disabled and old.disabled is distinct from true)
  execute function auth.revoke_client();

-- Whoever knew the old password may have let a client in.
create function auth.end_with_password() returns trigger language plpgsql as $$
begin
  delete from auth."oauthAccessToken" where "userId" = old."userId";
  delete from auth."oauthRefreshToken" where "userId" = old."userId";
  perform auth.revoke(old."userId", null, 'oauth');
  return null;
end
$$;
create trigger end_with_changed_password after update of password on auth.account
  for each row when (old.password is distinct from new.password)
  execute function auth.end_with_password();
create trigger end_with_removed_password after delete on auth.account
  for each row when (old.password is not null) execute function auth.end_with_password();

-- Authorization codes that were exchanged, by their hash: a second use ends what the first one gave.
create table auth.used_codes (
  code_hash text primary key,
  user_id text not null,
  organisation_id text,
  client_id text not null,
  at timestamptz not null default now()
);
create index used_codes_at_idx on auth.used_codes (at);
