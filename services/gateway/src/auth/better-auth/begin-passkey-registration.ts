import { APIError, createAuthEndpoint, sensitiveSessionMiddleware } from 'better-auth/api';
import { z } from 'zod';
import type { PasskeyPlugin } from './passkey-plugin.ts';

/** Maximum passkeys of one person. */
export const maxPasskeys = 20;

/**
 * Returns the browser's options for a new passkey, after the password was checked: an unattended
 * session must not leave another way in. The library's own route accepts any session and is closed.
 */
export function beginRegistration(plugin: PasskeyPlugin) {
  return createAuthEndpoint(
    '/passkey/begin-registration',
    {
      method: 'POST',
      body: z.object({ password: z.string() }),
      use: [sensitiveSessionMiddleware],
    },
    async (context) => {
      const { session, adapter, password } = context.context;
      const userId = session.user.id;
      await password.checkPassword(userId, context);
      const where = [{ field: 'userId', value: userId }];
      if ((await adapter.count({ model: 'passkey', where })) >= maxPasskeys) {
        throw new APIError('CONFLICT', {
          code: 'TOO_MANY_PASSKEYS',
          message: `A person has at most ${maxPasskeys} passkeys. Remove one first.`,
        });
      }
      const { headers, response } = await plugin.endpoints.generatePasskeyRegistrationOptions({
        ...context,
        body: undefined,
        query: {},
        method: 'GET',
        asResponse: false,
        returnHeaders: true,
      });
      for (const cookie of headers.getSetCookie()) context.setHeader('set-cookie', cookie);
      return context.json(response);
    },
  );
}
