-- Reads of a catalogue that began and did not end: each made the process end or starve, so that the
-- next one waits longer.
alter table mcp.mcp_servers add column unfinished_reads integer not null default 0;
