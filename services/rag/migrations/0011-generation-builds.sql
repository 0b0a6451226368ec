-- False for what was indexed while the index of another embedding model was being built: it is found
-- by keyword until its vectors are made.
alter table rag.revisions add column has_vectors boolean not null default true;
create index revisions_without_vectors on rag.revisions (document_id) where not has_vectors;

alter table rag.index_generations
  add column build_started_at timestamptz,
  -- Texts whose vectors were made since then.
  add column build_texts integer not null default 0,
  -- Why the building waits; null while it goes on.
  add column build_problem text;
