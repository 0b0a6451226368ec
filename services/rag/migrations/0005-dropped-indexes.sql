-- Begins the names of this site's indexes: one that no row knows is told from another site's.
create table rag.site (
  singleton boolean primary key default true check (singleton),
  id text not null
);
insert into rag.site (id) values (substr(replace(gen_random_uuid()::text, '-', ''), 1, 16));

-- When a worker last started with the generation, or it was last the active one.
alter table rag.index_generations add column used_at timestamptz not null default now();

-- Indexes that no generation uses any more, until the store has removed them.
create table rag.dropped_indexes (
  index_name text primary key,
  dropped_at timestamptz not null default now()
);
