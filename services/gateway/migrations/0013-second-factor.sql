-- Of better-auth's plugin two-factor, which names the columns. Secrets and codes are encrypted with
-- the gateway's secret.
alter table auth."user" add column "twoFactorEnabled" boolean default false;

create table auth."twoFactor" (
  id text primary key,
  secret text not null,
  "backupCodes" text not null,
  "userId" text not null references auth."user" (id) on delete cascade,
  verified boolean default true,
  "failedVerificationCount" integer default 0,
  "lockedUntil" timestamptz
);
create unique index "twoFactor_userId_key" on auth."twoFactor" ("userId");
