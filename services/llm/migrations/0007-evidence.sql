-- How sure the documents were to answer, 0 to 1; null where they were not asked.
alter table llm.turns add column evidence double precision check (evidence between 0 and 1);
