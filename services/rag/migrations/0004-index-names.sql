-- What the generation is called in the index's store. Sites that share a server share no index.
alter table rag.index_generations add column index_name text;
update rag.index_generations set index_name = id;
alter table rag.index_generations
  alter column index_name set default gen_random_uuid()::text,
  alter column index_name set not null;
