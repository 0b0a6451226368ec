-- The address by which other systems name a member. One that another organisation's identity provider
-- may change says nothing here.
create view auth.principal_emails as
select
  member."userId" as user_id,
  member."organizationId" as organisation_id,
  lower(person.email) as email
from auth.member as member
join auth."user" as person on person.id = member."userId"
where coalesce(person."provisionedBy", member."organizationId") = member."organizationId";
