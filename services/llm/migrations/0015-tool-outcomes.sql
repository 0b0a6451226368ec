-- The outcome of a call in figures and codes. Calls that were stored before have their summary alone.
alter table llm.tool_calls add column outcome jsonb;
