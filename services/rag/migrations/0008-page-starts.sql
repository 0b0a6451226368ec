-- Where each page behind a chunk's first begins, code points in the parsed text: the page of a quote
-- is found by its offset. Null in chunks of earlier parsers.
alter table rag.chunks add column page_starts integer[];
