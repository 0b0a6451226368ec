import { genericOAuth } from 'better-auth/plugins/generic-oauth';

/** The id of the one outside identity provider. */
export const oidcProviderId = 'oidc';

export interface OidcOptions {
  /** `/.well-known/openid-configuration` is looked for below it. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/**
 * Signing in by an OpenID Connect provider. People must have an account by invitation first: they
 * are known by the email address, which the provider must have verified.
 */
export function createOidcPlugins({ issuer, clientId, clientSecret }: OidcOptions) {
  return [
    genericOAuth({
      config: [
        {
          providerId: oidcProviderId,
          discoveryUrl: `${issuer}/.well-known/openid-configuration`,
          requireIdTokenVerification: true,
          clientId,
          clientSecret,
          scopes: ['openid', 'email', 'profile'],
          disableSignUp: true,
        },
      ],
    }),
  ];
}
