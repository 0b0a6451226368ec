-- Set while a conversation is in the bin: it cannot be found, and is purged later.
alter table llm.conversations add column deleted_at timestamptz;
create index conversations_bin on llm.conversations (organisation_id, user_id, deleted_at desc, id desc)
  where deleted_at is not null;
