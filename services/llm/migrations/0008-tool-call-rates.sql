-- How many calls of outside tools an agent outside may make now, by person. A full bucket has no row.
create table llm.tool_call_rates (
  organisation_id text not null,
  user_id text not null,
  tokens double precision not null,
  filled_at timestamptz not null,
  primary key (organisation_id, user_id)
);
