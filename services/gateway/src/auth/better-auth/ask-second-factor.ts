import { authPath } from '@lectern/contracts';
import { APIError, isAPIError } from 'better-auth/api';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { onProviderCallback } from './on-path.ts';

/**
 * Where the sign-in page asks for the code, after an identity provider sent the person back. The
 * request of an OAuth client goes along, and is asked again after the code.
 */
function findCodePage(wayOn: string | null): string {
  const isRequest = wayOn?.startsWith(`${authPath}/oauth2/authorize?`);
  const query = isRequest && wayOn ? `?${new URLSearchParams({ next: wayOn })}` : '';
  return `/${query}#second-factor`;
}

/** What a hook gives when it is asked for its headers too. */
interface Asked {
  readonly headers: Headers | null;
  readonly response: unknown;
}

/**
 * A code of an authenticator app, or one of ten that work once each, after the password or the
 * outside identity provider. Whoever still owes it has no session, and so no consent and no token.
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
          // The library asks after a password alone.
          matcher: onProviderCallback,
          handler: (async (context) => {
            const asked = await ask.handler({ ...context, returnHeaders: true });
            // The library types what a handler gives without its headers alone.
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

/** Where the library would send who is signed in now. */
function readWayOn(asked: object): string | null {
  const { context } = asked as { readonly context?: { readonly returned?: unknown } };
  const returned = context?.returned;
  return isAPIError(returned) ? new Headers(returned.headers).get('location') : null;
}
