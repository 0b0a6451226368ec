import { mcp } from '@better-auth/mcp';
import { createAuthMiddleware } from 'better-auth/api';
import { jwt } from 'better-auth/plugins/jwt';
import type { JSONWebKeySet } from 'jose';
import type { Auth } from '../sessions/create-auth.ts';
import { onPath } from '../sessions/on-path.ts';
import { loopbackNames } from '../sessions/origins.ts';
import { cleanClientNames } from './clean-client-names.ts';
import { fitScopes } from './fit-scopes.ts';
import { refreshScope, toolScopes } from './oauth-scopes.ts';
import { refuseClientMetadata } from './refuse-client-metadata.ts';

/** What an MCP client can be given. */
const oauthScopes = [...toolScopes, refreshScope];

const accessTokenSeconds = 600;

export interface OAuthPluginsOptions {
  readonly publicUrl: string;
  /** Clients may register themselves. */
  readonly allowsRegistration: boolean;
}

/** OAuth needs https, on loopback alone http will do. */
export function isFitForOAuth(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === 'https:' || loopbackNames.includes(hostname);
}

/** The public keys of access tokens. */
export async function loadOAuthKeys({ api }: Auth): Promise<JSONWebKeySet> {
  if (!('getJwks' in api)) throw new Error('OAuth is not switched on');
  return (api.getJwks as () => Promise<JSONWebKeySet>)();
}

/** Where tokens of OAuth clients are good for. */
export function findMcpResource(publicUrl: string): string {
  return `${publicUrl}/mcp`;
}

/**
 * An OAuth 2.1 server for MCP clients. Tokens are for the organisation that was active when the
 * person agreed, which they name in the claim `org`.
 */
export function createOAuthPlugins({ publicUrl, allowsRegistration }: OAuthPluginsOptions) {
  return [
    jwt({ disableSettingJwtHeader: true }),
    nativeLoopbackClients(),
    fitScopes(),
    refuseClientMetadata(),
    mcp({
      resource: findMcpResource(publicUrl),
      loginPage: '/oauth/sign-in',
      consentPage: '/oauth/consent',
      scopes: oauthScopes,
      grantTypes: ['authorization_code', 'refresh_token'],
      accessTokenExpiresIn: accessTokenSeconds,
      allowDynamicClientRegistration: allowsRegistration,
      allowUnauthenticatedClientRegistration: allowsRegistration,
      clientRegistrationDefaultScopes: oauthScopes,
      clientPrivileges: ({ user }) => user?.role === 'admin',
      postLogin: {
        page: '/oauth/consent',
        shouldRedirect: () => false,
        consentReferenceId: ({ session }) => {
          const organisationId = session.activeOrganizationId;
          return typeof organisationId === 'string' ? organisationId : undefined;
        },
      },
      customAccessTokenClaims: ({ referenceId }) => ({ org: referenceId }),
    }),
    cleanClientNames(),
  ] as const;
}

/** Command-line clients register loopback addresses without saying that they are native. */
function nativeLoopbackClients() {
  return {
    id: 'native-loopback-clients',
    hooks: {
      before: [
        {
          matcher: onPath('/oauth2/register'),
          handler: createAuthMiddleware(async ({ body }) => {
            const addresses: unknown[] = Array.isArray(body?.redirect_uris)
              ? body.redirect_uris
              : [];
            const isLoopback = (address: unknown) =>
              /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/]/.test(String(address));
            if (body?.application_type !== undefined || !addresses.every(isLoopback)) return;
            return { context: { body: { application_type: 'native' } } };
          }),
        },
      ],
    },
  };
}
