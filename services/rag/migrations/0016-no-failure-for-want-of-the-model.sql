-- A document no longer fails because the embedding model is away: those that did are read again.
update rag.documents
set status = 'queued', stage = 'queued', stage_done = 0, stage_total = 0,
    error_code = null, error_message = null, work = work + 1, starts = 0,
    claimed_by = null, claimed_until = null, turn = null, lane = 'light',
    published_at = now() - interval '1 day', updated_at = now()
where status = 'failed' and error_code = 'embedding_unavailable' and deleted_at is null;
