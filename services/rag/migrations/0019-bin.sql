-- A deleted document, or a deleted collection with all below it, that can be restored.
create table rag.bin_entries (
  -- Id of the document or collection.
  id uuid primary key,
  organisation_id text not null,
  kind text not null check (kind in ('document', 'collection')),
  name text not null,
  -- Collection that contained it, which may be deleted too; null at the root.
  parent_id uuid,
  -- Collections whose grants counted when it was deleted.
  grant_path uuid[] not null,
  -- False for a private subtree: grants of the parent do not count.
  inherit boolean not null,
  document_count integer not null,
  size bigint not null,
  deleted_by text not null,
  deleted_at timestamptz not null
);
create index bin_entries_list on rag.bin_entries (organisation_id, deleted_at desc, id desc);
create index bin_entries_age on rag.bin_entries (deleted_at);

-- Deleted collections leave rag.collections, so that no query can find them.
create table rag.bin_collections (
  id uuid primary key,
  bin_id uuid not null references rag.bin_entries (id) on delete cascade,
  parent_id uuid,
  name text not null,
  description text not null,
  settings jsonb not null,
  inherit boolean not null,
  -- Depth below the deleted collection, which has 0.
  level integer not null,
  created_by text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index bin_collections_entry on rag.bin_collections (bin_id);

create table rag.bin_grants (
  collection_id uuid not null references rag.bin_collections (id) on delete cascade,
  grantee_type text not null,
  grantee_id text not null,
  permission text not null,
  primary key (collection_id, grantee_type, grantee_id)
);

alter table rag.documents
  -- Set while the document is in the bin; such a document is deleted, but not removed.
  add column bin_id uuid references rag.bin_entries (id) on delete set null,
  -- Collection that contained it before it was deleted with that collection.
  add column bin_collection_id uuid,
  -- Status to which a restored document returns when its chunks are in the index again.
  add column restored_status text;
create index documents_bin on rag.documents (bin_id) where bin_id is not null;
