-- Prompts that a person inserts into a message. Private ones are visible to nobody by their columns.
create table llm.prompts (
  id uuid primary key,
  organisation_id text not null,
  user_id text not null,
  name text not null,
  text text not null,
  visible_to_everyone boolean not null default false,
  visible_roles text[] not null default '{}',
  visible_team_ids text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index prompts_of_organisation on llm.prompts (organisation_id, name, id);
