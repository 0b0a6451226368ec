-- Each message may name another mode and another model. Turns of the version before have the mode of
-- their conversation.
alter table llm.turns
  add column mode text check (mode in ('knowledge', 'agent', 'research')),
  -- Connection that the message asked for; null for the organisation's default.
  add column model_id uuid,
  -- Connection that wrote the answer, as it was then.
  add column model jsonb;
-- Of the latest message, as the mode is.
alter table llm.conversations add column model_id uuid;
