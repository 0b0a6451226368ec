-- Provisioning by SCIM. A member can be disabled in one organisation alone.
alter table auth.member
  add column disabled boolean not null default false,
  add column "userName" text,
  add column "externalId" text,
  -- Names and email addresses as the identity provider sent them.
  add column profile jsonb,
  add column "updatedAt" timestamptz not null default now();
create unique index member_external_id_key on auth.member ("organizationId", "externalId");
create unique index member_user_name_key on auth.member ("organizationId", lower("userName"));

-- The organisation whose identity provider made the account and may change its name and address. No
-- foreign key: organisations already refer to the people that made them.
alter table auth."user" add column "provisionedBy" text;

alter table auth.team add column "externalId" text;
create unique index team_external_id_key on auth.team ("organizationId", "externalId");

create or replace view auth.principals as
select
  member."userId" as user_id,
  member."organizationId" as organisation_id,
  case
    when 'owner' = any (roles.names) then 'owner'
    when 'admin' = any (roles.names) then 'admin'
    when 'member' = any (roles.names) then 'member'
    else 'viewer'
  end as role,
  member.disabled or coalesce(person.banned, false)
    and (person."banExpires" is null or person."banExpires" > now()) as disabled
from auth.member as member
join auth."user" as person on person.id = member."userId"
cross join lateral (select string_to_array(replace(member.role, ' ', ''), ',') as names) as roles;

-- Ends everything that the member has in this organisation; role and teams stay for a return.
create function auth.disable_member() returns trigger language plpgsql as $$
begin
  delete from auth.apikey
  where "referenceId" = new."userId"
    and metadata::jsonb ->> 'organisation_id' = new."organizationId";
  delete from auth.session
  where "userId" = new."userId" and "activeOrganizationId" = new."organizationId";
  delete from auth."oauthRefreshToken"
  where "userId" = new."userId" and "referenceId" = new."organizationId";
  delete from auth.invitation
  where "inviterId" = new."userId" and "organizationId" = new."organizationId";
  delete from auth.one_time_tokens
  where organisation_id = new."organizationId" and new."userId" in (made_by, user_id);
  perform auth.revoke(new."userId", new."organizationId", null);
  return null;
end
$$;
create trigger disable_member after update of disabled on auth.member
  for each row when (new.disabled and not old.disabled)
  execute function auth.disable_member();

-- Bearer tokens of identity providers.
create table auth.scim_tokens (
  id text primary key,
  organisation_id text not null references auth.organization (id) on delete cascade,
  name text not null,
  token_hash text not null unique,
  made_by text references auth."user" (id) on delete set null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index scim_tokens_organisation_idx on auth.scim_tokens (organisation_id);
