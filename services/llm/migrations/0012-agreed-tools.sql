-- Changes with a server's address and with what is sent along to it.
alter table llm.mcp_servers
  add column access_revision bigint not null default nextval('llm.mcp_revisions');

-- An agreement is to a tool as it was then. Earlier ones name none; each is open for minutes alone.
delete from llm.tool_confirmations;
alter table llm.tool_confirmations add column tool_version text not null;
