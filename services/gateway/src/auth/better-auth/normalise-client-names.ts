import { toName } from '@lectern/contracts';
import type { BetterAuthPlugin } from 'better-auth';

/**
 * Normalises the names of OAuth clients as our own, from registration, an administrator, or a
 * client's document. Must follow the plugin that defines the clients.
 */
export function normaliseClientNames() {
  return {
    id: 'clean-client-names',
    schema: {
      oauthClient: {
        fields: {
          name: {
            type: 'string',
            required: false,
            transform: { input: (name) => (typeof name === 'string' ? toName(name) : name) },
          },
        },
      },
    },
  } satisfies BetterAuthPlugin;
}
