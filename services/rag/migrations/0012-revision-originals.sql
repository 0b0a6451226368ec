-- What the original of a version was called and was: what is cited keeps it while another version is
-- read, or cannot be read.
alter table rag.revisions
  add column file_name text,
  add column mime_type text;
update rag.revisions r set file_name = d.file_name, mime_type = d.mime_type
  from rag.documents d where d.id = r.document_id;
