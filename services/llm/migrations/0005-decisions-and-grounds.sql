alter table llm.turns
  -- What its person identified with, and what that allowed inside: a turn whose process was lost
  -- goes on with it, as far as it still holds.
  add column credential text,
  add column scopes text[] not null default '{}';

-- One vocabulary for decisions: the one of conversations.
alter table llm.tool_confirmations drop constraint tool_confirmations_decision_check;
update llm.tool_confirmations
set decision = case decision when 'approved' then 'approve' else 'deny' end
where decision is not null;
alter table llm.tool_confirmations
  add constraint tool_confirmations_decision_check check (decision in ('approve', 'deny'));
