import { APIError, createAuthMiddleware } from 'better-auth/api';

const takesClients = ['/oauth2/register', '/oauth2/create-client', '/oauth2/update-client'];

/**
 * Metadata that no client can have, with the reason. The library calls logout addresses without a
 * guard against internal networks.
 */
const refused = {
  backchannel_logout_uri: 'no client is told when a session ends',
  dpop_bound_access_tokens: 'tokens are bearer tokens',
} as const;

/** Addresses that a page may show as links. */
const shown = ['client_uri', 'logo_uri', 'tos_uri', 'policy_uri'];

/**
 * Rejects clients whose metadata requests unsupported features or contains links that are not http.
 */
export function rejectClientMetadata() {
  return {
    id: 'refuse-client-metadata',
    hooks: {
      before: [
        {
          matcher: ({ path }: { path?: string }) => takesClients.includes(path ?? ''),
          handler: createAuthMiddleware(async ({ body }) => {
            for (const client of [body, body?.update]) {
              for (const [name, reason] of Object.entries(refused)) {
                if (client?.[name] !== undefined && client[name] !== false) refuse(name, reason);
              }
              for (const name of shown) {
                if (client?.[name] && !isSite(client[name])) {
                  refuse(name, 'must be an http or https address');
                }
              }
            }
          }),
        },
      ],
    },
  };
}

function isSite(address: unknown): boolean {
  return /^https?:$/.test(URL.parse(String(address))?.protocol ?? '');
}

function refuse(name: string, reason: string): never {
  throw new APIError('BAD_REQUEST', {
    error: 'invalid_client_metadata',
    error_description: `${name}: ${reason}`,
  });
}
