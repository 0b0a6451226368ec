import type { Me } from '@lectern/contracts';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { clearTab, forgetStored, readStored, writeStored } from '../lib/stored.ts';
import { authenticate } from './authenticate.ts';
import { call } from './call.ts';
import { readAllPages } from './read-all-pages.ts';
import { announceSessionChange } from './session-changes.ts';

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => {
    const me = await call('getMe', { signal });
    await reloadForNewPerson(me);
    return me;
  },
  staleTime: 60_000,
});

export const signInMethodsQuery = queryOptions({
  queryKey: ['sign-in-methods'],
  queryFn: ({ signal }) => call('getSignInMethods', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export const organisationsQuery = queryOptions({
  queryKey: ['organisations'],
  queryFn: async ({ signal }) => ({
    organisations: await readAllPages(
      (query) => call('listOrganisations', { query, signal }),
      'organisations',
    ),
  }),
  staleTime: 60_000,
});

/** Returns the signed-in person. Only pages inside the shell use it. */
export function useMe(): Me {
  return useSuspenseQuery(meQuery).data;
}

export function isAdmin({ role }: Pick<Me, 'role'>): boolean {
  return role === 'owner' || role === 'admin';
}

export async function switchOrganisation(organizationId: string): Promise<void> {
  await authenticate('/organization/set-active', { organizationId });
  announceSessionChange();
  clearTab();
  location.assign('/');
}

export async function signOut(): Promise<void> {
  await authenticate('/sign-out', {});
  announceSessionChange();
  forgetPerson();
  location.assign('/');
}

const personKey = 'lectern.person';
/** Display settings, which stay when another person signs in. */
const displayKeys = ['lectern.language', 'lectern.contrast', 'lectern.follow-ups'];
/** The person and organisation whose data this page has shown. */
let shown: string | undefined;

/**
 * Reloads the page if it showed another person or organisation before, so that none of their data
 * or input remains.
 */
async function reloadForNewPerson({
  user,
  organisation,
}: Pick<Me, 'user' | 'organisation'>): Promise<void> {
  if ((readStored(personKey) ?? user.id) !== user.id) forgetPerson();
  writeStored(personKey, user.id);
  const now = `${user.id} ${organisation.id}`;
  shown ??= now;
  if (shown === now) return;
  clearTab();
  location.reload();
  await new Promise(() => undefined);
}

/** Deletes unsent input and the state of this tab. */
function forgetPerson(): void {
  forgetStored(displayKeys);
  clearTab();
}
