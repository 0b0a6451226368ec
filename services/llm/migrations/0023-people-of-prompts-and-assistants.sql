alter table llm.prompts add column visible_user_ids text[] not null default '{}';
alter table llm.assistants add column visible_user_ids text[] not null default '{}';
