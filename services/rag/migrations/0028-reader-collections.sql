-- Private collections of a source, one for each set of people who may read entries there.
create table rag.reader_collections (
  source_id uuid not null references rag.sources (id) on delete cascade,
  -- SHA-256 of the addresses.
  readers text not null,
  collection_id uuid not null references rag.collections (id) on delete cascade,
  primary key (source_id, readers)
);
create index reader_collections_collection on rag.reader_collections (collection_id);
