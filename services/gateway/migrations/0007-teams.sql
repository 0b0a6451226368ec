-- Every team, also one without members.
create view auth.teams as
select id as team_id, "organizationId" as organisation_id from auth.team;
