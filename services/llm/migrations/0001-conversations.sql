-- Every row belongs to one organisation and one of its users; both are part of every query.
create table llm.conversations (
  id uuid primary key,
  organisation_id text not null,
  user_id text not null,
  title text not null,
  mode text not null check (mode in ('knowledge', 'agent')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index conversations_of_user
  on llm.conversations (organisation_id, user_id, updated_at desc, id desc);

-- One turn: what a person said and how it was answered. Its id is the assistant's message id.
create table llm.turns (
  id uuid primary key,
  conversation_id uuid not null references llm.conversations on delete cascade,
  organisation_id text not null,
  user_id text not null,
  -- The client's id of its message: a repeat is the same turn.
  client_message_id text not null,
  question text not null,
  collection_filter jsonb,
  status text not null check (status in ('running', 'done', 'stopped', 'failed')),
  answer text not null default '',
  abstained boolean not null default false,
  citations jsonb not null default '[]',
  warnings jsonb not null default '[]',
  error_code text,
  -- The process that runs it, and its last sign of life.
  runner_id uuid,
  heartbeat_at timestamptz,
  stop_requested boolean not null default false,
  -- Order within a conversation.
  ordinal bigint generated always as identity,
  created_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  constraint turns_message unique (organisation_id, user_id, client_message_id)
);
create index turns_of_conversation on llm.turns (conversation_id, ordinal);
create unique index turns_running on llm.turns (conversation_id) where status = 'running';
create index turns_heartbeat on llm.turns (heartbeat_at) where status = 'running';
create index turns_finished on llm.turns (finished_at);

create table llm.tool_calls (
  id uuid primary key,
  turn_id uuid not null references llm.turns on delete cascade,
  position integer not null,
  server text not null,
  tool text not null,
  arguments jsonb not null,
  status text not null check (status in ('ok', 'error', 'stopped')),
  -- Made by the graph because the model did not.
  forced boolean not null,
  duration_ms integer not null,
  result_bytes integer not null,
  -- Ids of what was found, never its text.
  result jsonb not null,
  summary text not null,
  error_code text,
  created_at timestamptz not null default now()
);
create index tool_calls_of_turn on llm.tool_calls (turn_id, position);

-- What was streamed, for replay. Kept for an hour after the turn.
create table llm.stream_parts (
  turn_id uuid not null references llm.turns on delete cascade,
  position integer not null,
  part jsonb not null,
  primary key (turn_id, position)
);
