-- Outside MCP servers, their tools and the calls of them were tables of the schema `llm` before. They
-- move with their rows, constraints and indexes.
alter table llm.mcp_servers set schema mcp;
alter table llm.mcp_tools set schema mcp;
alter table llm.tool_results set schema mcp;
alter table llm.tool_confirmations set schema mcp;
alter table llm.tool_call_rates set schema mcp;
alter table llm.mcp_tool_settings set schema mcp;
alter table llm.routing_vectors set schema mcp;

-- Changes with everything that routing reads of a server, so that replicas load it anew. It starts
-- far above the sequence in `llm`, from which a process of the version before may still take.
create sequence mcp.mcp_revisions;
select setval('mcp.mcp_revisions', (select last_value from llm.mcp_revisions) + 1000000);
alter table mcp.mcp_servers
  alter column revision set default nextval('mcp.mcp_revisions'),
  alter column access_revision set default nextval('mcp.mcp_revisions');

-- Expand, then contract: processes of the version before read and write through these views while
-- they end. A later migration drops them, and the sequence in `llm`.
create view llm.mcp_servers as select * from mcp.mcp_servers;
create view llm.mcp_tools as select * from mcp.mcp_tools;
create view llm.tool_results as select * from mcp.tool_results;
create view llm.tool_confirmations as select * from mcp.tool_confirmations;
create view llm.tool_call_rates as select * from mcp.tool_call_rates;
create view llm.mcp_tool_settings as select * from mcp.mcp_tool_settings;
create view llm.routing_vectors as select * from mcp.routing_vectors;
