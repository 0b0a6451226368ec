-- An organisation's provider speaks OpenID Connect or SAML 2.0.
alter table auth.sign_in_settings
  add column saml_entry_point text,
  -- PEM; public.
  add column saml_certificates text[],
  drop constraint sign_in_settings_provider_check,
  add constraint sign_in_settings_provider_check check (
    (client_id is null) = (client_secret is null)
    and (saml_entry_point is null) = (saml_certificates is null)
    and (issuer is not null)::int = num_nonnulls(client_id, saml_entry_point)
  );
