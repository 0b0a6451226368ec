import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import { decodeJwt } from 'jose';
import type { Pool } from 'pg';
import type { ValidateUserInfo } from '../better-auth/create-auth.ts';

/** The id of the one outside identity provider. */
export const oidcProviderId = 'oidc';

export interface OidcOptions {
  /** `/.well-known/openid-configuration` is looked for below it. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/**
 * Signing in by an OpenID Connect provider. People must have an account by invitation first. It is
 * found once by the email address, which the provider must call verified by the boolean true, and
 * from then on by the issuer and subject of the ID token. A sign-in without an ID token is refused.
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
          mapProfileToUser: ({ email, email_verified }) => ({
            emailVerified: email_verified === true,
            ...(typeof email !== 'string' && { email: undefined }),
          }),
          accountSubject: ({ tokens }) => readSubject(tokens.idToken, clientId),
        },
      ],
    }),
  ];
}

/**
 * Of an ID token that was verified before; an issuer is an address and holds no space. One that was
 * made for another client (`azp`) is refused, also where we are among its audiences.
 */
function readSubject(idToken: string | undefined, clientId: string): string {
  if (!idToken) throw new Error('the identity provider sent no ID token');
  const { iss, sub, azp } = decodeJwt(idToken);
  if (!iss || !sub) throw new Error('the ID token names no issuer or no subject');
  if (azp !== undefined && azp !== clientId) {
    throw new Error('the ID token was made for another client');
  }
  return `${iss} ${sub}`;
}

/**
 * Returns a check that binds an account to the first subject of the identity provider that signed in
 * to it: another subject with the same email address is rejected.
 */
export function rejectSecondSubject(pool: Pool): ValidateUserInfo {
  return async ({ user, source }) => {
    if (source.action !== 'link-account' || source.oauth?.providerId !== oidcProviderId) return;
    const { rowCount } = await pool.query(
      `select 1 from auth.account where "userId" = $1 and "providerId" = $2`,
      [user.id, oidcProviderId],
    );
    if (!rowCount) return;
    return {
      error: 'address_of_another_subject',
      errorDescription: 'This email address belongs to another account of the identity provider.',
    };
  };
}
