create table rag.collections (
  id uuid primary key,
  organisation_id text not null,
  parent_id uuid references rag.collections (id) on delete cascade,
  name text not null,
  description text not null default '',
  settings jsonb not null default '{}',
  -- False starts a private subtree: grants from above end here.
  inherit boolean not null default true,
  -- Ids from the root to this collection, itself included.
  path uuid[] not null,
  -- The part of the path whose grants count here.
  grant_path uuid[] not null,
  created_by text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint collections_sibling_name unique nulls not distinct (organisation_id, parent_id, name)
);
create index collections_path on rag.collections using gin (path);
create index collections_grant_path on rag.collections using gin (grant_path);
create index collections_parent on rag.collections (parent_id);

create table rag.grants (
  collection_id uuid not null references rag.collections (id) on delete cascade,
  grantee_type text not null check (grantee_type in ('user', 'team', 'role')),
  grantee_id text not null,
  permission text not null check (permission in ('read', 'write', 'manage')),
  primary key (collection_id, grantee_type, grantee_id)
);
create index grants_grantee on rag.grants (grantee_type, grantee_id);

create table rag.documents (
  id uuid primary key,
  organisation_id text not null,
  -- Null only after the collection was deleted.
  collection_id uuid references rag.collections (id) on delete set null,
  title text not null,
  file_name text,
  external_id text,
  url text,
  metadata jsonb not null default '{}',
  -- The newest content; what answers searches is the active revision.
  version integer not null default 1,
  -- Counts up with each request for work (upload, replacement, retry, new title); a job of an
  -- earlier number is stale.
  work integer not null default 1,
  published_at timestamptz not null default now(),
  mime_type text,
  size bigint not null,
  sha256 text not null,
  status text not null check (status in ('queued', 'parsing', 'indexing', 'ready', 'failed', 'cancelled')),
  stage text not null default 'queued',
  stage_done integer not null default 0,
  stage_total integer not null default 0,
  error_code text,
  error_message text,
  warnings jsonb not null default '[]',
  active_revision uuid,
  page_count integer,
  chunk_count integer not null default 0,
  -- Starts of this work, to give up on a document that ends its worker.
  starts integer not null default 0,
  -- The worker that has it, until when unless it says that it lives.
  claimed_by uuid,
  claimed_until timestamptz,
  created_by text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Deleted documents are invisible at once and removed by a job.
  deleted_at timestamptz
);
create unique index documents_content on rag.documents (collection_id, sha256)
  where external_id is null and deleted_at is null;
create unique index documents_external_id on rag.documents (collection_id, external_id)
  where external_id is not null and deleted_at is null;
create index documents_list on rag.documents (organisation_id, created_at desc, id desc) where deleted_at is null;
create index documents_collection on rag.documents (collection_id, created_at desc, id desc);
create index documents_unfinished on rag.documents (published_at)
  where status in ('queued', 'parsing', 'indexing') or deleted_at is not null;
create index documents_blob on rag.documents (sha256);
create index documents_metadata on rag.documents using gin (metadata jsonb_path_ops);

-- What one version of a document became under one parser and one chunking.
create table rag.revisions (
  id uuid primary key,
  organisation_id text not null,
  document_id uuid not null references rag.documents (id) on delete cascade,
  version integer not null,
  -- The original and the parsed document, in the blob store.
  sha256 text not null,
  -- Null for plain text, which is read again from the original.
  parsed_sha256 text,
  parser_version text not null,
  created_at timestamptz not null default now()
);
create index revisions_document on rag.revisions (document_id);
create index revisions_blob on rag.revisions (sha256);
create index revisions_parsed_blob on rag.revisions (parsed_sha256);

create table rag.chunks (
  id uuid primary key,
  organisation_id text not null,
  document_id uuid not null,
  revision uuid not null references rag.revisions (id) on delete cascade,
  position integer not null,
  text text not null,
  -- Code points in the parsed text.
  start_offset integer not null,
  end_offset integer not null,
  page integer,
  page_end integer,
  section text[] not null default '{}',
  token_count integer not null,
  kind text not null,
  unique (revision, position)
);
create index chunks_document on rag.chunks (document_id);

create table rag.outbox (
  id bigint generated always as identity primary key,
  queue text not null,
  job_id text not null,
  data jsonb not null,
  created_at timestamptz not null default now()
);

-- One row is active: the embedding model and analyser that made what is searched.
create table rag.index_generations (
  id text primary key,
  embedding_model text not null,
  dimensions integer not null,
  analyzer_version text not null,
  status text not null check (status in ('building', 'active', 'retired')),
  created_at timestamptz not null default now(),
  activated_at timestamptz
);
create unique index index_generations_active on rag.index_generations ((true)) where status = 'active';
