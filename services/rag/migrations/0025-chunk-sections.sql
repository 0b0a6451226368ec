-- Sections that begin within a chunk, after its first: [{"start": 12, "section": ["A", "B"]}].
alter table rag.chunks add column sections jsonb;
