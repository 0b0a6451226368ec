import { mcp } from '@better-auth/mcp';
import { jwt } from 'better-auth/plugins/jwt';
import type { JSONWebKeySet } from 'jose';
import { adjustRequestedScopes } from '../better-auth/adjust-requested-scopes.ts';
import type { Auth } from '../better-auth/create-auth.ts';
import { detectNativeClients } from '../better-auth/detect-native-clients.ts';
import { normaliseClientNames } from '../better-auth/normalise-client-names.ts';
import { normaliseRequestedResource } from '../better-auth/normalise-requested-resource.ts';
import { rejectClientMetadata } from '../better-auth/reject-client-metadata.ts';
import { loopbackNames } from '../caller/origins.ts';
import { refreshScope, toolScopes } from '../caller/roles.ts';

/** Scopes that an MCP client can be granted. */
const oauthScopes = [...toolScopes, refreshScope];

const accessTokenSeconds = 600;

export interface OAuthPluginsOptions {
  readonly publicUrl: string;
  /** True if clients may register themselves. */
  readonly allowsRegistration: boolean;
}

/** Returns whether OAuth can be offered: over https, or on loopback. */
export function isFitForOAuth(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === 'https:' || loopbackNames.includes(hostname);
}

/** Returns the public keys of access tokens. */
export async function loadOAuthKeys({ api }: Auth): Promise<JSONWebKeySet> {
  if (!('getJwks' in api)) throw new Error('OAuth is not switched on');
  return (api.getJwks as () => Promise<JSONWebKeySet>)();
}

/** Returns the audience of access tokens. */
export function findMcpResource(publicUrl: string): string {
  return `${publicUrl}/mcp`;
}

/**
 * Creates an OAuth 2.1 server for MCP clients. A token is for the organisation that was active at
 * the consent, named in the claim `org`.
 */
export function createOAuthPlugins({ publicUrl, allowsRegistration }: OAuthPluginsOptions) {
  return [
    jwt({ disableSettingJwtHeader: true }),
    detectNativeClients(),
    adjustRequestedScopes(),
    normaliseRequestedResource(findMcpResource(publicUrl)),
    rejectClientMetadata(),
    mcp({
      resource: findMcpResource(publicUrl),
      loginPage: '/oauth/sign-in',
      consentPage: '/oauth/consent',
      scopes: oauthScopes,
      grantTypes: ['authorization_code', 'refresh_token'],
      accessTokenExpiresIn: accessTokenSeconds,
      // By default the plugin answers a spent refresh token for another 30 s.
      refreshTokenReuseInterval: 0,
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
    normaliseClientNames(),
  ] as const;
}
