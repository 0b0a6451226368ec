import { createAuthMiddleware } from 'better-auth/api';
import { onPath } from './on-path.ts';

/** Registers a client whose redirect addresses are all loopback as native: many do not say so. */
export function detectNativeClients() {
  return {
    id: 'detect-native-clients',
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
