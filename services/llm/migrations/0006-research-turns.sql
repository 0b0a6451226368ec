-- A run that answers a turn of a conversation has the turn's id and goes with it.
alter table llm.research_runs
  add column turn_id uuid references llm.turns on delete cascade;
create index research_runs_turn on llm.research_runs (turn_id);
