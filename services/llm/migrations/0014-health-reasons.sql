-- Why a server failed last, as a code: the page tells it in the language of the person.
alter table llm.mcp_servers add column health_reason text;
