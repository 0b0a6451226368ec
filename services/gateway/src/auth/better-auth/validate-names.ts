import { invisibleName, isVisible, toName } from '@lectern/contracts';
import { APIError, createAuthMiddleware } from 'better-auth/api';

/** Maximum lengths in UTF-8 bytes of body members that better-auth does not limit. */
const maxBytes: Readonly<Record<string, number>> = {
  name: 400,
  slug: 100,
  email: 320,
  password: 512,
  currentPassword: 512,
  newPassword: 512,
  code: 100,
  client_name: 400,
  client_uri: 2_000,
  logo_uri: 2_000,
  tos_uri: 2_000,
  policy_uri: 2_000,
  redirect_uris: 20_000,
};

const shown: ReadonlySet<string> = new Set(['name', 'client_name']);

/**
 * Rejects names that are too long or invisible, which better-auth would store, and normalises the
 * others as our own names.
 */
export function validateNames() {
  return {
    id: 'bound-names',
    hooks: {
      before: [
        {
          matcher: () => true,
          handler: createAuthMiddleware(async ({ body }) => {
            refuseUnbound('body', body);
            refuseUnbound('body.update', body?.update);
            // Returned members override other hooks, so only changed ones are returned.
            const names = Object.entries(body ?? {}).flatMap(([field, value]) =>
              shown.has(field) && typeof value === 'string' ? [[field, toName(value)]] : [],
            );
            return names.length > 0 ? { context: { body: Object.fromEntries(names) } } : undefined;
          }),
        },
      ],
    },
  };
}

function refuseUnbound(place: string, fields: Readonly<Record<string, unknown>> | undefined): void {
  for (const [field, maxOfField] of Object.entries(maxBytes)) {
    const value = fields?.[field];
    if (value === undefined || value === null) continue;
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    if (Buffer.byteLength(text) > maxOfField) {
      throw new APIError('BAD_REQUEST', {
        message: `[${place}.${field}] at most ${maxOfField} bytes`,
      });
    }
    if (shown.has(field) && typeof value === 'string' && value !== '' && !isVisible(value)) {
      throw new APIError('BAD_REQUEST', { message: `[${place}.${field}] ${invisibleName}` });
    }
  }
}
