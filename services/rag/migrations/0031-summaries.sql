-- Summaries of documents by the text that a model read.
create table rag.summaries (
  revision uuid not null references rag.revisions (id) on delete cascade,
  organisation_id text not null,
  prompt_sha256 text not null,
  summary jsonb not null,
  created_at timestamptz not null default now(),
  primary key (revision, prompt_sha256)
);
