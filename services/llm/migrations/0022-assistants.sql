-- Instructions and defaults for messages, shared like prompts.
create table llm.assistants (
  id uuid primary key,
  organisation_id text not null,
  user_id text not null,
  name text not null,
  description text not null,
  instructions text not null,
  model text,
  mode text,
  collections uuid[],
  tools jsonb,
  visible_to_everyone boolean not null default false,
  visible_roles text[] not null default '{}',
  visible_team_ids text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index assistants_of_organisation on llm.assistants (organisation_id, name, id);
-- The assistant of a turn, with its name at that time; the latest one is the conversation's.
alter table llm.turns add column assistant jsonb;
alter table llm.conversations add column assistant_id uuid;
