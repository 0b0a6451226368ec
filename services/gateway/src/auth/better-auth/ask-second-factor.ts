import { authPath } from '@lectern/contracts';
import { APIError, isAPIError } from 'better-auth/api';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { onProviderCallback } from './on-path.ts';

/**
 * Returns the address of the sign-in page that asks for the code after an identity provider. The
 * request of an OAuth client is passed along and repeated after the code.
 */
function findCodePage(wayOn: string | null): string {
  const isRequest = wayOn?.startsWith(`${authPath}/oauth2/authorize?`);
  const query = isRequest && wayOn ? `?${new URLSearchParams({ next: wayOn })}` : '';
  return `/${query}#second-factor`;
}

/** Result of a hook that was called with `returnHeaders`. */
interface Asked {
  readonly headers: Headers | null;
  readonly response: unknown;
}

/**
 * Asks for a code of an authenticator app, or one of ten recovery codes that work once, after the
 * password or the identity provider. Without the code there is no session, and so no consent and no
 * token.
 */
export function askSecondFactor() {
  const plugin = twoFactor({ issuer: 'Lectern' });
  const [ask] = plugin.hooks.after;
  if (!ask) throw new Error('better-auth asks for no second factor');
  return {
    ...plugin,
    hooks: {
      after: [
        ask,
        {
          // The library asks after a password only.
          matcher: onProviderCallback,
          handler: (async (context) => {
            const asked = await ask.handler({ ...context, returnHeaders: true });
            // The library's types only cover a call without `returnHeaders`.
            const { headers: cookies, response } = asked as unknown as Asked;
            if (response === undefined) return asked;
            const headers = new Headers(cookies ?? undefined);
            const codePage = findCodePage(readWayOn(context));
            headers.set('location', codePage);
            return { headers, response: new APIError('FOUND', undefined, { location: codePage }) };
          }) as typeof ask.handler,
        },
      ],
    },
  };
}

/** Returns the address to which the library would redirect after signing in. */
function readWayOn(asked: object): string | null {
  const { context } = asked as { readonly context?: { readonly returned?: unknown } };
  const returned = context?.returned;
  return isAPIError(returned) ? new Headers(returned.headers).get('location') : null;
}
