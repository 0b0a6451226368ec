import { AppError, authPath, endpoints } from '@lectern/contracts';
import type { EndpointRoutes } from '@lectern/service';
import { fromNodeHeaders } from 'better-auth/node';
import type { Auth } from '../better-auth/create-auth.ts';
import { oidcProviderId } from './oidc-plugins.ts';

export interface OidcRoutesOptions {
  readonly auth: Auth;
  readonly hasOidc: boolean;
  /** Returns whether an organisation has an identity provider of its own. */
  readonly hasSso: () => Promise<boolean>;
  readonly hasPasskeys: boolean;
}

/** Mounts the list of sign-in methods and the redirect to the identity provider. */
export function mountOidcRoutes(
  routes: EndpointRoutes,
  { auth, hasOidc, hasSso, hasPasskeys }: OidcRoutesOptions,
): void {
  routes.mount(endpoints.getSignInMethods, async () => ({
    password: true,
    oidc: hasOidc,
    sso: await hasSso(),
    passkey: hasPasskeys,
  }));

  routes.mount(endpoints.signInByOidc, async ({ request, response, query }) => {
    if (!hasOidc) throw new AppError('not_found');
    const { headers, response: started } = await auth.api
      .signInSocial({
        body: {
          provider: oidcProviderId,
          callbackURL: findWayOn(query.oauth_query),
          errorCallbackURL: '/#sign-in-refused',
          disableRedirect: true,
        },
        headers: fromNodeHeaders(request.headers),
        returnHeaders: true,
      })
      .catch((error: unknown) => {
        throw new AppError('service_unavailable', undefined, { cause: error });
      });
    if (!started.url) throw new AppError('service_unavailable');
    response.append('set-cookie', headers.getSetCookie());
    response.setHeader('cache-control', 'no-store');
    response.redirect(303, started.url);
  });
}

/** Parameters that the OAuth server adds to requests for its own pages. */
const addedByServer = /^(sig|exp|ba_.*)$/;

/** Repeats the request of an OAuth client after signing in; it is validated there as usual. */
export function findWayOn(oauthQuery: string | undefined): string {
  if (oauthQuery === undefined) return '/';
  const asked = [...new URLSearchParams(oauthQuery)].flatMap<[string, string]>(([name, value]) => {
    if (addedByServer.test(name)) return [];
    if (name !== 'prompt') return [[name, value]];
    // The person has just signed in.
    return value.split(' ').includes('consent') ? [[name, 'consent']] : [];
  });
  return `${authPath}/oauth2/authorize?${new URLSearchParams(asked)}`;
}
