import type { OpenAuthPath } from '@lectern/contracts';
import { callbackOAuth } from 'better-auth/api';

/** For hooks around better-auth's routes: whether a call is one of these. */
export function onPath(...paths: readonly (OpenAuthPath | typeof callbackOAuth.path)[]) {
  const known = new Set<string | undefined>(paths);
  return ({ path }: { readonly path?: string | undefined }): boolean => known.has(path);
}

/**
 * Where an identity provider sends people back to: the library gives hooks the path as its pattern
 * or as it was called.
 */
export const onProviderCallback = onPath('/callback/oidc', callbackOAuth.path);
