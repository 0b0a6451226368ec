-- Corrections of passages by people. An edit that has not ended is applied to each new revision, to
-- the nearest chunk with the original text.
create table rag.passage_edits (
  id uuid primary key,
  organisation_id text not null,
  document_id uuid not null references rag.documents (id) on delete cascade,
  original_text text not null,
  start_offset integer not null,
  page integer,
  -- Null if the passage was hidden.
  before_text text,
  -- Null hides the passage.
  text text,
  -- Null for an imported edit.
  edited_by text,
  edited_at timestamptz not null default now(),
  ended_by text,
  ended_at timestamptz,
  end_reason text check (end_reason in ('replaced', 'undone'))
);
create index passage_edits_document on rag.passage_edits (document_id, edited_at desc, id desc);

alter table rag.chunks
  add column edit_id uuid,
  add column hidden boolean not null default false,
  -- Time of an edit that the index does not have yet.
  add column stale_since timestamptz;
create index chunks_stale on rag.chunks (revision) where stale_since is not null;
