alter table rag.bundle_imports
  -- The caller's `Idempotency-Key`, which repeats the first answer for a day.
  add column idempotency_key text,
  -- Parent and SHA-256 of the bundle that came with it.
  add column request text;
