import { createHash, randomBytes } from 'node:crypto';
import type { Logger } from '@lectern/service';
import { createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { generateState, parseState } from 'better-auth/oauth2';
import { z } from 'zod';
import type { Database } from '../../database/tables.ts';
import { findPerson } from './find-person.ts';
import type { OidcClient } from './oidc-client.ts';
import { findSamlUrl, openClaims, toSamlServiceProvider } from './saml.ts';
import { type SignInSettings, toRedirectUri } from './sign-in-settings.ts';

export interface SsoPluginOptions {
  readonly database: Database;
  readonly publicUrl: string;
  readonly settings: Pick<SignInSettings, 'findProvider'>;
  readonly client: OidcClient;
  readonly logger: Logger;
}

/** The server-side call that begins a sign-in. */
export interface SsoApi {
  startSso(call: {
    readonly body: {
      readonly organisationId: string;
      readonly callbackURL: string;
      readonly errorCallbackURL: string;
    };
    readonly headers: Headers;
    readonly returnHeaders: true;
  }): Promise<{ readonly headers: Headers; readonly response: { readonly url: string } }>;
}

/** Adds the sign-in at an organisation's provider: its start, and the route of its return. */
export function ssoPlugin({ database, publicUrl, settings, client, logger }: SsoPluginOptions) {
  return {
    id: 'organisation-sso',
    endpoints: {
      startSso: createAuthEndpoint.serverOnly(
        {
          method: 'POST',
          body: z.object({
            organisationId: z.string(),
            callbackURL: z.string(),
            errorCallbackURL: z.string(),
          }),
        },
        async (context) => {
          const { organisationId } = context.body;
          const provider = await settings.findProvider(organisationId);
          if (!provider) throw context.error('NOT_FOUND');
          const nonce = randomBytes(24).toString('base64url');
          const { state, codeVerifier } = await generateState(context, {
            idTokenNonce: nonce,
            additionalData: { organisationId },
          });
          if (provider.kind === 'saml') {
            const us = toSamlServiceProvider(publicUrl, organisationId);
            return { url: await findSamlUrl(provider, us, state) };
          }
          const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');
          const redirectUri = toRedirectUri(publicUrl, organisationId);
          const asked = { state, nonce, codeChallenge, redirectUri };
          const url = await client.findAuthorizationUrl(provider, asked);
          return { url: url.href };
        },
      ),
      returnFromSso: createAuthEndpoint(
        '/sso/callback/:organisation_id',
        {
          method: 'GET',
          query: z.object({ code: z.string().optional(), state: z.string().optional() }),
        },
        async (context) => {
          const state = await parseState(context);
          const { organisationId, codeVerifier, idTokenNonce: nonce = '', callbackURL } = state;
          const provider =
            organisationId === context.params.organisation_id &&
            (await settings.findProvider(organisationId));
          const { code } = context.query;
          const refuse = (reason: string, error?: unknown) => {
            logger.warn({ err: error, organisation_id: organisationId }, reason);
            return context.redirect(state.errorURL ?? '/');
          };
          if (!provider || !code) throw refuse('sign-in at a provider was broken off');
          const reading =
            provider.kind === 'saml'
              ? openClaims(context.context.secret, code, {
                  issuer: provider.issuer,
                  organisationId,
                  state: context.query.state,
                })
              : client.exchange(provider, {
                  code,
                  codeVerifier,
                  nonce,
                  redirectUri: toRedirectUri(publicUrl, organisationId),
                });
          const claims = await reading.catch((error: unknown) => {
            throw refuse('the answer of a provider was refused', error);
          });
          const userId = await findPerson(database, organisationId, claims);
          const { internalAdapter } = context.context;
          const user = userId ? await internalAdapter.findUserById(userId) : null;
          if (!user) throw refuse('a person of a provider has no account here');
          const session = await internalAdapter.createSession(user.id, false, {
            activeOrganizationId: organisationId,
          });
          await setSessionCookie(context, { session, user });
          throw context.redirect(callbackURL);
        },
      ),
    },
  };
}
