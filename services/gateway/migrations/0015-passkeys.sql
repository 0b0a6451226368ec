-- Of better-auth's plugin passkey, which names the columns. Public keys: nothing here is secret.
create table auth.passkey (
  id text primary key,
  name text,
  "publicKey" text not null,
  "userId" text not null references auth."user" (id) on delete cascade,
  "credentialID" text not null,
  -- An authenticator may count past what an integer holds.
  counter double precision not null,
  "deviceType" text not null,
  "backedUp" boolean not null,
  transports text,
  "createdAt" timestamptz,
  aaguid text
);
create index "passkey_userId_idx" on auth.passkey ("userId");
create unique index "passkey_credentialID_key" on auth.passkey ("credentialID");

-- Whoever held the passkey may have let a client in.
create function auth.end_with_passkey() returns trigger language plpgsql as $$
begin
  delete from auth."oauthAccessToken" where "userId" = old."userId";
  delete from auth."oauthRefreshToken" where "userId" = old."userId";
  perform auth.revoke(old."userId", null, 'oauth');
  return null;
end
$$;
create trigger end_with_removed_passkey after delete on auth.passkey
  for each row execute function auth.end_with_passkey();
