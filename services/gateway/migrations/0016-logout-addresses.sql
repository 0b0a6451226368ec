-- No client is told any more when a session ends: the address was called unguarded.
update auth."oauthClient" set "backchannelLogoutUri" = null, "backchannelLogoutSessionRequired" = null;
