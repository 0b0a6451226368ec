create table rag.evaluation_sets (
  id uuid primary key,
  organisation_id text not null,
  name text not null,
  created_by text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint evaluation_sets_name unique (organisation_id, name)
);

create table rag.evaluation_questions (
  id uuid primary key,
  set_id uuid not null references rag.evaluation_sets (id) on delete cascade,
  query text not null,
  created_by text not null,
  created_at timestamptz not null default now()
);
-- A query is too long for an index of its own.
create unique index evaluation_questions_query on rag.evaluation_questions (set_id, md5(query));

create table rag.evaluation_answers (
  id uuid primary key,
  question_id uuid not null references rag.evaluation_questions (id) on delete cascade,
  document_id uuid not null references rag.documents (id) on delete cascade,
  -- Of the document when the answer was marked.
  version integer not null,
  -- Code points in the text of that version; null: the whole document.
  start_offset integer,
  end_offset integer,
  check ((start_offset is null) = (end_offset is null))
);
create index evaluation_answers_question on rag.evaluation_answers (question_id);
create index evaluation_answers_document on rag.evaluation_answers (document_id);

create table rag.evaluation_runs (
  id uuid primary key,
  organisation_id text not null,
  set_id uuid not null references rag.evaluation_sets (id) on delete cascade,
  status text not null check (status in ('running', 'done', 'failed')),
  settings jsonb not null,
  done integer not null default 0,
  total integer not null,
  result jsonb,
  error_code text,
  error_message text,
  created_by text not null,
  created_at timestamptz not null default now(),
  -- Moves on while it runs: a run that says nothing for long has lost its process.
  updated_at timestamptz not null default now(),
  finished_at timestamptz
);
create index evaluation_runs_set on rag.evaluation_runs (set_id, created_at desc, id desc);
create unique index evaluation_runs_running on rag.evaluation_runs (organisation_id) where status = 'running';
