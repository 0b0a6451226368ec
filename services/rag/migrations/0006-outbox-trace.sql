-- Headers of the trace that an entry belongs to, where requests are traced.
alter table rag.outbox add column trace jsonb;
