-- How a person has ordered their conversations, and who may read them.
alter table llm.conversations
  add column pinned boolean not null default false,
  add column archived boolean not null default false,
  add column folder text,
  add column share_audience text not null default 'none'
    check (share_audience in ('none', 'organisation', 'people')),
  add column share_user_ids text[] not null default '{}';
