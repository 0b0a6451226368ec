-- Organisations take turns: of two queued documents the one with the lower turn is read first.
alter table rag.documents add column turn integer;
-- What takes the light workers too long is read by the heavy ones.
alter table rag.documents add column lane text not null default 'light' check (lane in ('light', 'heavy'));
create index documents_turns on rag.documents (turn)
  where status in ('queued', 'parsing', 'indexing') and deleted_at is null;
create index documents_own_turns on rag.documents (organisation_id, turn)
  where status in ('queued', 'parsing', 'indexing') and deleted_at is null;

create index documents_heavy on rag.documents (organisation_id)
  where lane = 'heavy' and status in ('queued', 'parsing', 'indexing') and deleted_at is null;

-- Lower numbers go first; null goes before all.
alter table rag.outbox add column priority integer;

-- What the parser processes have worked for an organisation on a day (UTC).
create table rag.parse_use (
  organisation_id text not null,
  day date not null,
  seconds double precision not null,
  primary key (organisation_id, day)
);

-- What an organisation's documents come to. Kept by the triggers below, which also make two uploads
-- at the edge of a quota wait for one another.
create table rag.document_use (
  organisation_id text primary key,
  documents bigint not null,
  bytes bigint not null
);
insert into rag.document_use
  select organisation_id, count(*), sum(size) from rag.documents where deleted_at is null
  group by organisation_id;

create function rag.count_inserted_documents() returns trigger language plpgsql as $$
begin
  insert into rag.document_use as u (organisation_id, documents, bytes)
    select organisation_id, count(*), sum(size) from added where deleted_at is null
    group by organisation_id order by organisation_id
  on conflict (organisation_id) do update
    set documents = u.documents + excluded.documents, bytes = u.bytes + excluded.bytes;
  return null;
end $$;
create trigger documents_inserted after insert on rag.documents
  referencing new table as added for each statement execute function rag.count_inserted_documents();

create function rag.count_updated_documents() returns trigger language plpgsql as $$
begin
  update rag.document_use u
  set documents = u.documents + c.documents, bytes = u.bytes + c.bytes
  from (
    select a.organisation_id,
      sum((a.deleted_at is null)::int - (b.deleted_at is null)::int) as documents,
      sum(case when a.deleted_at is null then a.size else 0 end
        - case when b.deleted_at is null then b.size else 0 end) as bytes
    from after_change a join before_change b on b.id = a.id
    where a.size <> b.size or (a.deleted_at is null) <> (b.deleted_at is null)
    group by a.organisation_id order by a.organisation_id) c
  where u.organisation_id = c.organisation_id;
  return null;
end $$;
create trigger documents_updated after update on rag.documents
  referencing old table as before_change new table as after_change
  for each statement execute function rag.count_updated_documents();

create function rag.count_removed_documents() returns trigger language plpgsql as $$
begin
  update rag.document_use u
  set documents = u.documents - c.documents, bytes = u.bytes - c.bytes
  from (
    select organisation_id, count(*) as documents, sum(size) as bytes
    from removed where deleted_at is null group by organisation_id order by organisation_id) c
  where u.organisation_id = c.organisation_id;
  return null;
end $$;
create trigger documents_removed after delete on rag.documents
  referencing old table as removed for each statement execute function rag.count_removed_documents();
