-- Sealed.
alter table rag.embedding_models add column api_key text;
-- Why a build waits for its model, as a code.
alter table rag.index_generations add column build_reason text;
