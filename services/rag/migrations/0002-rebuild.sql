alter table rag.index_generations
  -- Set while the index is to be filled again from the documents; null otherwise.
  add column rebuild_requested_at timestamptz,
  -- Documents written, and to be written, by the rebuild that runs or ran last.
  add column rebuild_done integer not null default 0,
  add column rebuild_total integer not null default 0;
