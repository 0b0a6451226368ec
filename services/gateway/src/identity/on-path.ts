import type { OpenAuthPath } from '@lectern/contracts';

/** For hooks around better-auth's routes: whether a call is one of these. */
export function onPath(...paths: readonly OpenAuthPath[]) {
  const known = new Set<string | undefined>(paths);
  return ({ path }: { readonly path?: string }): boolean => known.has(path);
}
