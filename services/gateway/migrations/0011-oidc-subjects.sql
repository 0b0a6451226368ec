-- People are known by issuer and subject, one of them each: the first that signed in.
delete from auth.account later
using auth.account earlier
where later."providerId" = 'oidc' and earlier."providerId" = 'oidc'
  and later."userId" = earlier."userId"
  and (later."createdAt", later.id) > (earlier."createdAt", earlier.id);

-- Without its ID token a row does not tell the issuer; the next sign-in makes it anew.
delete from auth.account where "providerId" = 'oidc' and "idToken" is null;

update auth.account set "accountId" = concat(
  convert_from(
    decode(
      rpad(
        translate(split_part("idToken", '.', 2), '-_', '+/'),
        (length(split_part("idToken", '.', 2)) + 3) / 4 * 4,
        '='
      ),
      'base64'
    ),
    'utf8'
  )::json ->> 'iss',
  ' ', "accountId")
where "providerId" = 'oidc';

create unique index "account_oidc_userId_key" on auth.account ("userId")
where "providerId" = 'oidc';
