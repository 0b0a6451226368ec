-- Of an organisation, newest first: what is beyond its bound of bytes goes.
create index tool_results_of_organisation on llm.tool_results (organisation_id, created_at);
