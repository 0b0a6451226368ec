import type { Member, Team } from '@lectern/contracts';
import { queryOptions } from '@tanstack/react-query';
import { request } from './request.ts';

export const membersQuery = queryOptions({
  queryKey: ['members'],
  queryFn: ({ signal }) =>
    request<{ readonly members: readonly Member[] }>('GET', '/api/members', { signal }),
});

export const teamsQuery = queryOptions({
  queryKey: ['teams'],
  queryFn: ({ signal }) =>
    request<{ readonly teams: readonly Team[] }>('GET', '/api/teams', { signal }),
});
