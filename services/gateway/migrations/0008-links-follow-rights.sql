-- A link with which somebody sets a new password holds as long as what its maker could do.
alter table auth.one_time_tokens
  -- Null: the person asked for it, and it went to their address.
  add column made_by text references auth."user" (id) on delete cascade,
  add column organisation_id text references auth.organization (id) on delete cascade,
  add constraint one_time_tokens_maker_check check ((made_by is null) = (organisation_id is null));
-- Of these it is not known who made them.
delete from auth.one_time_tokens where purpose = 'password';

create function auth.end_links_of_member() returns trigger language plpgsql as $$
begin
  delete from auth.invitation
  where "inviterId" = old."userId" and "organizationId" = old."organizationId";
  delete from auth.one_time_tokens
  where organisation_id = old."organizationId" and old."userId" in (made_by, user_id);
  return null;
end
$$;
create trigger links_end_with_role after update of role on auth.member
  for each row when (old.role is distinct from new.role)
  execute function auth.end_links_of_member();
create trigger links_end_with_membership after delete on auth.member
  for each row execute function auth.end_links_of_member();

-- One organisation's link must not open the door to another one.
create function auth.end_password_links() returns trigger language plpgsql as $$
begin
  delete from auth.one_time_tokens
  where user_id = new."userId" and purpose = 'password' and made_by is not null;
  return null;
end
$$;
create trigger links_end_with_joining after insert on auth.member
  for each row execute function auth.end_password_links();

create function auth.end_links_of_person() returns trigger language plpgsql as $$
begin
  delete from auth.invitation where "inviterId" = new.id;
  delete from auth.one_time_tokens where new.id in (made_by, user_id);
  return null;
end
$$;
create trigger links_end_with_account after update of banned on auth."user"
  for each row when (new.banned and old.banned is distinct from true)
  execute function auth.end_links_of_person();

-- Whether a member may act on one of a role now: administrators on those that are not above them.
create function auth.may_manage(maker text, organisation text, role text) returns boolean
language sql stable as $$
  select exists (
    select from auth.principals as principal
    where principal.user_id = maker and principal.organisation_id = organisation
      and not principal.disabled and principal.role in ('admin', 'owner')
      and array_position(array['viewer', 'member', 'admin', 'owner'], principal.role)
        >= array_position(array['viewer', 'member', 'admin', 'owner'], role)
  )
$$;

-- Whether a member's password may be reset by this administrator now.
create function auth.may_reset(maker text, organisation text, person text) returns boolean
language sql stable as $$
  select exists (
    select from auth.principals as target
    join auth."user" as account on account.id = target.user_id
    join auth."user" as caller on caller.id = maker
    where target.user_id = person and target.organisation_id = organisation
      and auth.may_manage(maker, organisation, target.role)
      and (
        caller.role is not distinct from 'admin'
        or account.role is distinct from 'admin'
          and (select count(*) from auth.member where "userId" = person) = 1
      )
  )
$$;
