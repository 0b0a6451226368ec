import type { Me, OrganisationList, SignInMethods } from '@lectern/contracts';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { request } from './request.ts';

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => request<Me>('GET', '/api/me', { signal }),
  staleTime: 60_000,
});

export const signInMethodsQuery = queryOptions({
  queryKey: ['sign-in-methods'],
  queryFn: ({ signal }) => request<SignInMethods>('GET', '/api/sign-in-methods', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export const organisationsQuery = queryOptions({
  queryKey: ['organisations'],
  queryFn: ({ signal }) => request<OrganisationList>('GET', '/api/organisations', { signal }),
  staleTime: 60_000,
});

/** Who is signed in. Pages inside the shell are shown to nobody else. */
export function useMe(): Me {
  return useSuspenseQuery(meQuery).data;
}

export function isAdmin({ role }: Pick<Me, 'role'>): boolean {
  return role === 'owner' || role === 'admin';
}

/** Makes another of the person's organisations the session's active one. */
export async function switchOrganisation(organizationId: string): Promise<void> {
  await request('POST', '/api/auth/organization/set-active', { body: { organizationId } });
  location.assign('/');
}

export async function signOut(): Promise<void> {
  await request('POST', '/api/auth/sign-out', { body: {} });
  location.assign('/');
}
