-- Changes with everything that routing reads of a server, so that replicas load it anew.
create sequence llm.mcp_revisions;

-- Outside MCP servers of an organisation, with what they said of themselves when last asked.
create table llm.mcp_servers (
  id uuid primary key,
  organisation_id text not null,
  name text not null,
  description text not null,
  url text not null,
  -- Headers and OAuth secret, sealed for this row.
  credentials text,
  header_names text[] not null default '{}',
  has_oauth boolean not null default false,
  enabled boolean not null,
  -- Null: all.
  allowed_tools text[],
  visible_to_everyone boolean not null,
  visible_roles text[] not null,
  visible_team_ids text[] not null,
  timeout_ms integer not null,
  confirm text not null check (confirm in ('writes', 'all', 'none')),
  -- Untrusted texts of the server.
  instructions text not null default '',
  prompts jsonb not null default '[]',
  resources jsonb not null default '[]',
  health_state text not null default 'unknown'
    check (health_state in ('unknown', 'healthy', 'failing', 'unavailable')),
  health_since timestamptz not null default now(),
  health_message text,
  -- In a row.
  failures integer not null default 0,
  -- Before this time an unavailable server is not asked.
  retry_at timestamptz,
  indexed_at timestamptz,
  -- When the catalogue is to be read next; pushed on by the process that reads it.
  refresh_at timestamptz not null default now(),
  revision bigint not null default nextval('llm.mcp_revisions'),
  created_by text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index mcp_servers_name on llm.mcp_servers (organisation_id, lower(name));
create index mcp_servers_refresh on llm.mcp_servers (refresh_at) where enabled;

create table llm.mcp_tools (
  server_id uuid not null references llm.mcp_servers on delete cascade,
  name text not null,
  position integer not null,
  -- What the owner has accepted: {title, description, input_schema, read_only}.
  definition jsonb not null,
  digest text not null,
  -- What the server says now, where that differs. The tool is not offered meanwhile.
  held jsonb,
  held_digest text,
  -- False: the server no longer offers it. Kept, so that it cannot come back with another text.
  present boolean not null default true,
  primary key (server_id, name)
);

-- Answers of tools that were cut, to be read on by their caller for an hour.
create table llm.tool_results (
  id uuid primary key,
  organisation_id text not null,
  user_id text not null,
  text text not null,
  created_at timestamptz not null default now()
);
create index tool_results_created on llm.tool_results (created_at);

-- Calls of outside agents that wait for a person's word, or had it.
create table llm.tool_confirmations (
  id uuid primary key,
  organisation_id text not null,
  user_id text not null,
  server text not null,
  tool text not null,
  arguments jsonb not null,
  decision text check (decision in ('approved', 'rejected')),
  used boolean not null default false,
  created_at timestamptz not null default now()
);
create index tool_confirmations_of_person
  on llm.tool_confirmations (organisation_id, user_id, created_at);

-- Vectors of texts by embedding model, so that a restart embeds nothing twice.
create table llm.routing_vectors (
  embedder text not null,
  digest text not null,
  vector bytea not null,
  used_at timestamptz not null default now(),
  primary key (embedder, digest)
);
