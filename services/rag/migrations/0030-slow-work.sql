-- The slowest work of the last days, for who operates the installation: no text of queries.
create table rag.slow_work (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('search', 'parse')),
  organisation_id text not null,
  document_id uuid,
  format text,
  duration_ms integer not null,
  at timestamptz not null default now()
);
create index slow_work_list on rag.slow_work (kind, id desc);

-- When the present work on a document was asked for.
alter table rag.documents add column work_since timestamptz not null default now();
update rag.documents set work_since = updated_at
where status in ('queued', 'parsing', 'indexing');
create function rag.note_work() returns trigger language plpgsql as $$
begin
  new.work_since := now();
  return new;
end
$$;
create trigger note_work before update of work on rag.documents
  for each row when (new.work <> old.work) execute function rag.note_work();
