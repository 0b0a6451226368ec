-- What the last look at the stores found of data that should be gone, by kind.
create table rag.leftovers (
  kind text primary key,
  count bigint not null,
  counted_at timestamptz not null
);
