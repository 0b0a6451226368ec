import { APIError, createAuthMiddleware } from 'better-auth/api';

const takesClients = ['/oauth2/register', '/oauth2/create-client', '/oauth2/update-client'];
/**
 * No client names an address that is called when a session ends: the library calls it unguarded, by
 * a name that may lead inside.
 */
export function refuseLogoutAddresses() {
  return {
    id: 'refuse-logout-addresses',
    hooks: {
      before: [
        {
          matcher: ({ path }: { path?: string }) => takesClients.includes(path ?? ''),
          handler: createAuthMiddleware(async ({ body }) => {
            for (const client of [body, body?.update]) {
              if (client?.backchannel_logout_uri === undefined) continue;
              throw new APIError('BAD_REQUEST', {
                error: 'invalid_client_metadata',
                error_description: 'backchannel_logout_uri: no client is told when a session ends',
              });
            }
          }),
        },
      ],
    },
  };
}
