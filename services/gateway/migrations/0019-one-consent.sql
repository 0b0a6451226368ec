-- Two consents that came at once were two rows: the newest holds, and none is left to stand when the
-- person takes it back. That older ones go ends nothing of the client's.
alter table auth."oauthConsent" disable trigger revoke_consent;
delete from auth."oauthConsent" as older using auth."oauthConsent" as newer
where older."clientId" = newer."clientId" and older."userId" = newer."userId"
  and older."referenceId" is not distinct from newer."referenceId"
  and (older."updatedAt", older.id) < (newer."updatedAt", newer.id);
alter table auth."oauthConsent" enable trigger revoke_consent;

create unique index "oauthConsent_one_key"
  on auth."oauthConsent" ("clientId", "userId", "referenceId");
