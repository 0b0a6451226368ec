-- Metadata that the file itself contains (author, created, sent, …): part of `metadata`, where what
-- was given with the document stays apart from it when the file is read again.
alter table rag.documents add column file_metadata jsonb not null default '{}';
