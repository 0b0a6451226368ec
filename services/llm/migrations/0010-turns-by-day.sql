-- Usage is counted by day.
create index turns_created on llm.turns (organisation_id, created_at);
