import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import { decodeJwt } from 'jose';
import type { Database } from '../../database/tables.ts';
import type { ValidateUserInfo } from '../better-auth/create-auth.ts';

/** Id of the only outside identity provider. */
export const oidcProviderId = 'oidc';

export interface OidcOptions {
  /** Base address of `/.well-known/openid-configuration`. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/**
 * Signs people in by an OpenID Connect provider. They need an account by invitation. It is found by
 * the email address once, which the provider must report as verified (`true`), and then by issuer
 * and subject of the ID token. A sign-in without an ID token is rejected.
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
 * Reads a verified ID token; an issuer is an address and contains no space. A token for another
 * client (`azp`) is rejected, even if we are among its audiences.
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
export function rejectSecondSubject(database: Database): ValidateUserInfo {
  return async ({ user, source }) => {
    if (source.action !== 'link-account' || source.oauth?.providerId !== oidcProviderId) return;
    const linked = await database
      .selectFrom('account')
      .select('id')
      .where('userId', '=', String(user.id))
      .where('providerId', '=', oidcProviderId)
      .executeTakeFirst();
    if (!linked) return;
    return {
      error: 'address_of_another_subject',
      errorDescription: 'This email address belongs to another account of the identity provider.',
    };
  };
}
