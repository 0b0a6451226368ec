-- A client that nobody lets in any more is kept from then on like a new one: who takes a consent
-- back and comes again a week later need not have it registered anew. What an administrator or an
-- address keeps does not need it.
create function auth.keep_client_of_consent() returns trigger language plpgsql as $$
begin
  update auth."oauthClient" set "updatedAt" = now()
  where "clientId" = old."clientId" and "userId" is null and "clientDiscoveryId" is null;
  return null;
end
$$;
create trigger keep_client_of_consent after delete on auth."oauthConsent"
  for each row execute function auth.keep_client_of_consent();

-- Addresses that lead elsewhere than to a site are not taken any more.
update auth."oauthClient" set uri = null where uri !~* '^https?://';
update auth."oauthClient" set icon = null where icon !~* '^https?://';
update auth."oauthClient" set tos = null where tos !~* '^https?://';
update auth."oauthClient" set policy = null where policy !~* '^https?://';
