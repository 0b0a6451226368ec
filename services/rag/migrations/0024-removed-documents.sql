-- Ids of removed documents. Shared conversations may still quote them, so an imported document gets
-- such an id only with the same content.
create table rag.removed_documents (
  id uuid primary key,
  organisation_id text not null,
  sha256 text not null
);
create index removed_documents_organisation on rag.removed_documents (organisation_id);
