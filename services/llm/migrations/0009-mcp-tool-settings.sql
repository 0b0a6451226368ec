-- What an organisation lets agents outside do with its registry. No row: the defaults.
create table llm.mcp_tool_settings (
  organisation_id text primary key,
  offered_to_agents boolean not null,
  updated_at timestamptz not null default now()
);
