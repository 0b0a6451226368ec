-- What one person did, and one action, newest first, without reading what lies between.
create index audit_log_action_idx on auth.audit_log (organisation_id, action, id desc);
create index audit_log_actor_idx on auth.audit_log (organisation_id, actor_id, id desc);
