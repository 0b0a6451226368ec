import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

export const membersQuery = queryOptions({
  queryKey: ['members'],
  queryFn: ({ signal }) => call('listMembers', { signal }),
});

export const teamsQuery = queryOptions({
  queryKey: ['teams'],
  queryFn: ({ signal }) => call('listTeams', { signal }),
});
