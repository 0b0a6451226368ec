import { AppError, endpoints } from '@lectern/contracts';
import type { EndpointRoutes } from '@lectern/service';
import { fromNodeHeaders } from 'better-auth/node';
import type { Auth } from '../identity/create-auth.ts';
import { oidcProviderId } from './oidc-plugins.ts';

export interface OidcRoutesOptions {
  readonly auth: Auth;
  readonly hasOidc: boolean;
  readonly hasPasskeys: boolean;
}

/** How to sign in, and the way to the outside identity provider. */
export function mountOidcRoutes(
  routes: EndpointRoutes,
  { auth, hasOidc, hasPasskeys }: OidcRoutesOptions,
): void {
  routes.mount(endpoints.getSignInMethods, () => ({
    password: true,
    oidc: hasOidc,
    passkey: hasPasskeys,
  }));

  routes.mount(endpoints.signInByOidc, async ({ request, response }) => {
    if (!hasOidc) throw new AppError('not_found');
    const { headers, response: started } = await auth.api
      .signInSocial({
        body: {
          provider: oidcProviderId,
          callbackURL: '/',
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
