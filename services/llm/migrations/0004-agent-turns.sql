alter table llm.conversations
  drop constraint conversations_mode_check,
  add constraint conversations_mode_check check (mode in ('knowledge', 'agent', 'research')),
  -- What a client calls the conversation that it began.
  add column client_id text,
  add constraint conversations_client unique (organisation_id, user_id, client_id);

alter table llm.turns
  drop constraint turns_status_check,
  add constraint turns_status_check
    check (status in ('running', 'waiting', 'done', 'stopped', 'failed')),
  -- Which tool server answered, and why.
  add column route jsonb,
  -- The tool call that waits for its person's decision, or waited for it last.
  add column approval jsonb,
  -- The turn before it in its branch.
  add column parent_id uuid references llm.turns on delete cascade,
  -- The turn whose message it answers anew; null where it has a message of its own.
  add column question_id uuid references llm.turns on delete cascade,
  add column feedback_rating text check (feedback_rating in ('good', 'bad')),
  add column feedback_reason text,
  add column feedback_at timestamptz;

update llm.turns set parent_id = before.parent_id
from (
  select id, lag(id) over (partition by conversation_id order by ordinal) as parent_id
  from llm.turns
) as before
where before.id = turns.id;

create index turns_parent on llm.turns (parent_id);
create index turns_question on llm.turns (question_id);
create index turns_feedback on llm.turns (organisation_id, feedback_at desc, id desc)
  where feedback_rating is not null;

drop index llm.turns_running;
create unique index turns_running on llm.turns (conversation_id)
  where status in ('running', 'waiting');
