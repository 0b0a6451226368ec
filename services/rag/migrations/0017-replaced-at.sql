-- When a document's content was replaced last; null while it has its first. Reading it again, moving
-- and renaming it change its row, but not how old it is.
alter table rag.documents add column replaced_at timestamptz;
update rag.documents set replaced_at = updated_at where version > 1;
