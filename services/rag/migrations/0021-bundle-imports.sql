create table rag.bundle_imports (
  id uuid primary key,
  organisation_id text not null,
  -- Collection that gets the imported one; null for the root.
  parent_id uuid,
  -- The imported collection; null until the end.
  collection_id uuid,
  -- The uploaded bundle in the blob store; null when it is not needed any more.
  sha256 text,
  status text not null check (status in ('queued', 'running', 'done', 'failed')),
  done integer not null default 0,
  total integer not null default 0,
  error_code text,
  error_message text,
  -- Damaged member of the bundle.
  error_member text,
  created_by text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index bundle_imports_blob on rag.bundle_imports (sha256) where sha256 is not null;
create index bundle_imports_age on rag.bundle_imports (created_at);

-- Vectors that came with a bundle, until they are in the index.
create table rag.imported_vectors (
  revision uuid primary key references rag.revisions (id) on delete cascade,
  embedding_model text not null,
  dimensions integer not null,
  -- Little-endian 32-bit floats, a row a chunk.
  vectors bytea not null
);
