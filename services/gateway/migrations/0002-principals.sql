-- What other services may know of people: read at each call, so that a change takes effect at once.

-- A person as member of an organisation. Of several roles the strongest one counts.
create view auth.principals as
select
  member."userId" as user_id,
  member."organizationId" as organisation_id,
  case
    when 'owner' = any (roles.names) then 'owner'
    when 'admin' = any (roles.names) then 'admin'
    when 'member' = any (roles.names) then 'member'
    else 'viewer'
  end as role,
  coalesce(person.banned, false)
    and (person."banExpires" is null or person."banExpires" > now()) as disabled
from auth.member as member
join auth."user" as person on person.id = member."userId"
cross join lateral (select string_to_array(replace(member.role, ' ', ''), ',') as names) as roles;

-- The teams of a member; no longer those of somebody who left the organisation.
create view auth.principal_teams as
select distinct
  team_member."userId" as user_id,
  team."organizationId" as organisation_id,
  team.id as team_id
from auth."teamMember" as team_member
join auth.team as team on team.id = team_member."teamId"
join auth.member as member
  on member."userId" = team_member."userId"
  and member."organizationId" = team."organizationId";
