-- A run whose caller left, or whose service stopped, was interrupted; one that failed says by what.
alter table llm.research_runs
  drop constraint research_runs_status_check,
  add constraint research_runs_status_check
    check (status in ('running', 'done', 'partial', 'failed', 'interrupted')),
  add column error_code text;
