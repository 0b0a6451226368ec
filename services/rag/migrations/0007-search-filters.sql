-- A date, or a date and time, in ISO 8601 as an instant; without a zone it is UTC. Null for other
-- text, also for days that no calendar has.
create function rag.to_instant(value text) returns timestamptz
language sql stable strict parallel safe as $$
  select case
    when value !~ '^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$' then null
    when not pg_input_is_valid(value, 'timestamptz') then null
    when value ~ 'T.*(Z|[+-]\d{2}:?\d{2})$' then value::timestamptz
    else value::timestamp at time zone 'UTC'
  end
$$;

-- Searches ask which collections weigh their recalls in their own way; mostly none does.
create index collections_dense_weight on rag.collections (organisation_id)
  where settings #>> '{retrieval,dense_weight}' is not null;
