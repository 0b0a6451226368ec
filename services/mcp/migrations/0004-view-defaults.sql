-- A process of the version before has no right to the sequence in `mcp`, whose default its inserts
-- through the view would use.
alter view llm.mcp_servers
  alter column revision set default nextval('llm.mcp_revisions'),
  alter column access_revision set default nextval('llm.mcp_revisions');
