-- Organisations are counted by who made them, whoever is in them now.
alter table auth.organization
  add column "madeBy" text references auth."user" (id) on delete set null;
create index "organization_madeBy_idx" on auth.organization ("madeBy");

update auth.organization as made set "madeBy" = person.id
from auth.audit_log as line
join auth."user" as person on person.id = line.actor_id
where line.action = 'organisation.created' and line.target = made.id;
