-- Keys are counted by organisation whenever one is made.
create index apikey_organisation_idx on auth.apikey ((metadata::jsonb ->> 'organisation_id'));
