/**
 * Returns the metadata of a fake OpenID provider at `url` for `/.well-known/openid-configuration`.
 */
export function describeIssuer(url: string): Readonly<Record<string, unknown>> {
  return {
    issuer: url,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    userinfo_endpoint: `${url}/userinfo`,
    jwks_uri: `${url}/jwks`,
    id_token_signing_alg_values_supported: ['ES256'],
  };
}
