import type { OpenAuthPath } from '@lectern/contracts';
import { callbackOAuth } from 'better-auth/api';

/** Returns a matcher for hooks: whether a call is for one of these paths. */
export function onPath(...paths: readonly (OpenAuthPath | typeof callbackOAuth.path)[]) {
  const known = new Set<string | undefined>(paths);
  return ({ path }: { readonly path?: string | undefined }): boolean => known.has(path);
}

/**
 * Matches the return from an identity provider: the library passes the path to hooks as its pattern
 * or as it was called.
 */
export const onProviderCallback = (call: { readonly path?: string | undefined }): boolean =>
  onCallback(call) || onSsoCallback(call);
const onCallback = onPath('/callback/oidc', callbackOAuth.path);

/** Matches the return from the provider of an organisation. */
export const onSsoCallback = ({ path }: { readonly path?: string | undefined }): boolean =>
  path?.startsWith('/sso/callback/') ?? false;
