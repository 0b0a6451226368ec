import { toName } from '@lectern/contracts';
import type { BetterAuthPlugin } from 'better-auth';

/**
 * Keeps the names of OAuth clients as our own names are kept, wherever they come from: registration,
 * an administrator, or a client's document. Stands behind the plugin that has the clients.
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
