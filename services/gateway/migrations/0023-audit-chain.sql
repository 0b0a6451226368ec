-- Events are chained: each hash covers the event and the hash before it, so that a changed or
-- removed event is found. Ids are given in the order in which events become visible.
alter table auth.audit_log add column hash bytea;

create function auth.hash_audit_event(previous bytea, event auth.audit_log) returns bytea
language sql stable as $$
  select sha256(previous || convert_to(jsonb_build_array(
    event.id, extract(epoch from event.at), event.organisation_id, event.action, event.actor_id,
    event.target, event.address, event.request_id, event.details)::text, 'UTF8'))
$$;

alter table auth.audit_log disable trigger audit_log_is_append_only;
do $$
declare
  previous bytea := '';
  event auth.audit_log;
begin
  for event in select * from auth.audit_log order by id loop
    previous := auth.hash_audit_event(previous, event);
    update auth.audit_log set hash = previous where id = event.id;
  end loop;
end
$$;
alter table auth.audit_log enable trigger audit_log_is_append_only;
alter table auth.audit_log alter column hash set not null;

-- The last event of each removal of old events: the chain goes on from its hash.
create table auth.audit_removals (
  last_id bigint primary key,
  last_hash bytea not null,
  removed_at timestamptz not null default now()
);

-- The last event that the receiver outside has got; one row.
create table auth.audit_exports (
  one boolean primary key default true check (one),
  last_id bigint not null
);

create function auth.chain_audit_event() returns trigger language plpgsql as $$
declare
  last record;
begin
  -- An event with a hash comes from an archive, with its place in the chain.
  if new.hash is not null then return new; end if;
  perform pg_advisory_xact_lock(hashtextextended('auth.audit_log', 0));
  select id, hash into last from auth.audit_log order by id desc limit 1;
  if not found then
    select last_id as id, last_hash as hash into last
    from auth.audit_removals order by last_id desc limit 1;
  end if;
  new.id := coalesce(last.id, 0) + 1;
  new.hash := auth.hash_audit_event(coalesce(last.hash, ''), new);
  return new;
end
$$;
create trigger audit_log_is_chained before insert on auth.audit_log
  for each row execute function auth.chain_audit_event();

create or replace function auth.refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('auth.removes_old_events', true) = 'on' then
    return null;
  end if;
  raise exception 'auth.% is append only', tg_table_name;
end
$$;
create trigger audit_removals_is_append_only before update or delete or truncate
  on auth.audit_removals for each statement execute function auth.refuse_change();

-- Removes the oldest events up to the first that is not older than `age`, or that is behind
-- `up_to`. Returns how many were removed.
create function auth.remove_audit_events(age interval, up_to bigint) returns bigint
language plpgsql as $$
declare
  last record;
  removed bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('auth.audit_log', 0));
  select id, hash into last from auth.audit_log
  where id <= up_to and id < coalesce(
    (select min(id) from auth.audit_log where at >= now() - age), 9223372036854775807)
  order by id desc limit 1;
  if not found then return 0; end if;
  insert into auth.audit_removals (last_id, last_hash) values (last.id, last.hash);
  perform set_config('auth.removes_old_events', 'on', true);
  delete from auth.audit_log where id <= last.id;
  get diagnostics removed = row_count;
  perform set_config('auth.removes_old_events', 'off', true);
  return removed;
end
$$;
